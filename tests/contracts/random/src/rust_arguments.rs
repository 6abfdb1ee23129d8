//! Converts raw arguments to the parameter types of a function, for calls from Rust.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr::NonNull;

use tvm_ffi::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TVMFFISeqCell, TypeIndex};
use tvm_ffi::view::{Access, DeviceMarker, Layout, RankMarker, View};
use tvm_ffi::{Any, AnyView, Element, MapRef, Tensor, TensorView};

use crate::touch::{AnyUnion, CpuUnion, CudaUnion};

/// Calls an export from Rust, if the arguments have the types of its parameters.
pub type Direct = unsafe fn(&[TVMFFIAny]) -> Option<()>;

/// A parameter type of the exports.
pub trait RustArgument<'a>: Sized {
    /// The value, if the argument has the type.
    ///
    /// # Safety
    ///
    /// AnyView validity. No other value refers to the memory of a mutable view until the contract has been checked.
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self>;
}

/// The argument as an `AnyView`.
fn view(argument: &TVMFFIAny) -> AnyView<'_> {
    // SAFETY: AnyView validity, by the contract of each caller.
    unsafe { AnyView::from_raw(NonNull::from(argument)) }
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl RustArgument<'_> for $type {
            unsafe fn decode(argument: &TVMFFIAny) -> Option<Self> {
                view(argument).cast().ok()
            }
        }
    )*};
}

numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f64);

impl RustArgument<'_> for Tensor {
    unsafe fn decode(argument: &TVMFFIAny) -> Option<Self> {
        // A new reference, because the argument may be decoded again for another instance.
        view(&kept(argument)).cast().ok()
    }
}

/// The argument; an rvalue reference is read without a move.
fn kept(argument: &TVMFFIAny) -> TVMFFIAny {
    if argument.type_index != TypeIndex::OBJECT_RVALUE_REF {
        return *argument;
    }
    let slot: *const *mut c_void = argument.payload.ptr().cast();
    // SAFETY: AnyView validity: the slot holds an object, which is a tensor in these tests.
    let object = unsafe { slot.read() };
    TVMFFIAny::new(TypeIndex::TENSOR, TVMFFIAnyPayload::from_ptr(object))
}

impl<'a, T: RustArgument<'a>> RustArgument<'a> for (T, T) {
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        // SAFETY: the caller's contract.
        let both = unsafe { Vec::decode(argument) }?;
        <[_; 2]>::try_from(both).ok().map(|[first, second]| (first, second))
    }
}

impl<'a, T: RustArgument<'a>> RustArgument<'a> for BTreeMap<String, T> {
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        let mut holder = Default::default();
        let map: MapRef<'_, &str, AnyView<'_>> = view(argument).cast_in(&mut holder).ok()?;
        // The values live as long as the argument, which owns the map.
        let raw = |value: &Any| NonNull::from(value.as_raw());
        map.as_anys()
            .map(|(key, value)| {
                // SAFETY: as above.
                let value = unsafe { raw(value).as_ref() };
                // SAFETY: the caller's contract.
                Some((key.clone().cast().ok()?, unsafe { T::decode(value) }?))
            })
            .collect()
    }
}

macro_rules! unions {
    ($($name:ident)*) => {$(
        impl<'a> RustArgument<'a> for $name<'a> {
            unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
                if argument.type_index == TypeIndex::INT {
                    return view(argument).cast().ok().map(Self::Number);
                }
                // SAFETY: the caller's contract.
                if let Some(several) = unsafe { Vec::decode(argument) } {
                    return Some(Self::Many(several));
                }
                // SAFETY: the caller's contract.
                unsafe { RustArgument::decode(argument) }.map(Self::One)
            }
        }
    )*};
}

unions!(AnyUnion CpuUnion CudaUnion);

impl<'a> RustArgument<'a> for AnyView<'a> {
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        Some(view(argument))
    }
}

/// The body of an object, after its header.
fn body<T>(object: *mut c_void) -> Option<NonNull<T>> {
    NonNull::new(object.wrapping_byte_add(size_of::<TVMFFIObject>()).cast())
}

impl<'a> RustArgument<'a> for TensorView<'a> {
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        let argument = kept(argument);
        let tensor: NonNull<DLTensor> = match argument.type_index {
            TypeIndex::DL_TENSOR_PTR => NonNull::new(argument.payload.ptr().cast())?,
            TypeIndex::TENSOR => body(argument.payload.ptr())?,
            _ => return None,
        };
        // SAFETY: AnyView validity: the tensor lives as long as the argument.
        unsafe { TensorView::from_raw(tensor) }.ok()
    }
}

impl<'a, D, A, T, R, L> RustArgument<'a> for View<'a, D, A, T, R, L>
where
    D: DeviceMarker,
    A: Access,
    T: Element,
    R: RankMarker,
    L: Layout,
{
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        // SAFETY: the caller's contract.
        let tensor = unsafe { TensorView::decode(argument) }?;
        // SAFETY: the caller's contract.
        unsafe { View::assume(tensor) }.ok()
    }
}

impl<'a, T: RustArgument<'a>> RustArgument<'a> for Option<T> {
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        if argument.type_index == TypeIndex::NONE {
            return Some(None);
        }
        // SAFETY: the caller's contract.
        unsafe { T::decode(argument) }.map(Some)
    }
}

impl<'a, T: RustArgument<'a>> RustArgument<'a> for Vec<T> {
    unsafe fn decode(argument: &'a TVMFFIAny) -> Option<Self> {
        if !matches!(argument.type_index, TypeIndex::ARRAY | TypeIndex::LIST) {
            return None;
        }
        let cell: NonNull<TVMFFISeqCell> = body(argument.payload.ptr())?;
        // SAFETY: Object validity: the body of an array.
        let cell = unsafe { cell.as_ref() };
        if cell.size == 0 {
            return Some(Vec::new());
        }
        // SAFETY: Object validity: an array has its elements.
        let elements =
            unsafe { std::slice::from_raw_parts(cell.data.cast::<TVMFFIAny>(), cell.size as usize) };
        // SAFETY: the caller's contract, of each element.
        elements.iter().map(|element| unsafe { T::decode(element) }).collect()
    }
}
