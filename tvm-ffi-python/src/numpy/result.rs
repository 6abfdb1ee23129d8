//! Tensors that a call returns, as arrays of NumPy that share their memory.

use core::ffi::{CStr, c_void};
use core::mem::{MaybeUninit, forget};
use core::ptr::{self, NonNull, null_mut};

use tvm_ffi_core::abi::{DLDeviceType, DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use tvm_ffi_core::{Any, AnyView, FromAnyView};

use super::{NumPy, WRITEABLE, element};
use crate::api::api;
use crate::ffi::PyObject;
use crate::function::Function;
use crate::layout::{slice, type_of};
use crate::python::{Owned, Python, Raised};
use crate::trampoline::Passed;

/// The most dimensions of an array in any version.
const MOST_DIMENSIONS: usize = 64;
/// The name of the capsules that own tensors.
const OWNER: &CStr = c"tvm_ffi.Tensor";

/// Why a tensor did not become an array.
pub(crate) enum NoArray {
    /// NumPy has no such array. The caller keeps the tensor.
    Unknown,
    Raised,
}

/// The shape and the strides of an array in bytes.
struct Dimensions {
    shape: [MaybeUninit<isize>; MOST_DIMENSIONS],
    strides: [MaybeUninit<isize>; MOST_DIMENSIONS],
}

impl NumPy {
    /// An array that shares the memory of a tensor and takes over the caller's reference to it, unless the result is [`NoArray::Unknown`].
    ///
    /// # Safety
    ///
    /// The object is a tensor, to which the caller has a reference.
    pub(crate) unsafe fn array(&self, python: Python, object: *mut c_void) -> Result<Owned, NoArray> {
        // SAFETY: Object validity of a tensor: the `DLTensor` follows the header.
        let tensor = unsafe { object.cast::<TVMFFIObject>().add(1) }.cast::<DLTensor>();
        // SAFETY: as above; nothing writes it.
        let tensor = unsafe { &*tensor };
        let mut dimensions = Dimensions {
            shape: [const { MaybeUninit::uninit() }; MOST_DIMENSIONS],
            strides: [const { MaybeUninit::uninit() }; MOST_DIMENSIONS],
        };
        // SAFETY: DLTensor validity of the tensor.
        let (number, data) = unsafe { dimensions.fill(tensor) }.ok_or(NoArray::Unknown)?;
        let (class, rank) = (self.class.as_ptr(), tensor.ndim);
        let (shape, strides) = (dimensions.shape.as_ptr().cast(), dimensions.strides.as_ptr().cast());
        // SAFETY: the shape and the strides have `rank` numbers, and lead to memory of the tensor, which the array will own.
        let array =
            unsafe { (self.new)(class, rank, shape, number, strides, data, 0, WRITEABLE, null_mut()) };
        // SAFETY: a new reference or NULL.
        let array = unsafe { python.owned(array) };
        // SAFETY: the caller's contract.
        let both = array.and_then(|array| Ok((array, unsafe { own(python, object) }?)));
        let (array, owner) = both.map_err(|raised| {
            // It has more dimensions than this NumPy allows, say.
            python.clear(raised);
            NoArray::Unknown
        })?;
        // SAFETY: the array is new, and the function takes over the capsule, also where it fails.
        let code = unsafe { (self.set_base_object)(array.borrow().as_ptr(), owner.into_raw()) };
        if code == 0 { Ok(array) } else { Err(NoArray::Raised) }
    }
}

impl Dimensions {
    /// Writes the dimensions of a tensor in host memory, and returns the number of its dtype and the address of its elements. `None` if NumPy
    /// does not have its dtype or its rank.
    ///
    /// # Safety
    ///
    /// DLTensor validity.
    unsafe fn fill(&mut self, tensor: &DLTensor) -> Option<(i32, *mut c_void)> {
        let rank = usize::try_from(tensor.ndim).ok().filter(|rank| *rank <= MOST_DIMENSIONS)?;
        let has_strides = rank == 0 || !tensor.strides.is_null();
        if tensor.device.device_type != DLDeviceType::kDLCPU || tensor.data.is_null() || !has_strides {
            return None;
        }
        let (number, element) = element::of_dtype(tensor.dtype)?;
        // SAFETY: the caller's contract: there is an extent for each axis.
        let extents = unsafe { slice(tensor.shape.cast_const(), rank) };
        // SAFETY: likewise a stride.
        let steps = unsafe { slice(tensor.strides.cast_const(), rank) };
        for (place, extent) in self.shape.iter_mut().zip(extents) {
            place.write(isize::try_from(*extent).ok()?);
        }
        for (place, step) in self.strides.iter_mut().zip(steps) {
            place.write(element.bytes(*step)?);
        }
        Some((number, tensor.data.wrapping_byte_add(usize::try_from(tensor.byte_offset).ok()?)))
    }
}

/// The array for a result that `tvm_ffi` has made of a call with arrays: what comes out is what went in. Other results stay as they are.
pub(crate) fn array_of_tensor(
    function: &Function,
    passed: &Passed<'_>,
    result: Owned,
) -> Result<Owned, Raised> {
    let (python, module) = (function.python, &*function.module);
    let Some(numpy) = module.numpy.get(python) else { return Ok(result) };
    if !passed.iter().flatten().any(|object| numpy.is_array(*object)) {
        return Ok(result);
    }
    let class = module.tensor_class.get(|| python.get(python.import(c"tvm_ffi")?.borrow(), c"Tensor"))?;
    if type_of(result.borrow()) != class.as_ptr() {
        return Ok(result);
    }
    let handle = python.get(result.borrow(), c"__chandle__")?;
    let handle = python.call(handle.borrow(), &python.tuple([])?)?;
    let handle = python.int_of(handle.borrow())?.cast_unsigned() as usize;
    if handle == 0 {
        return Ok(result);
    }
    let raw = TVMFFIAny::new(
        TypeIndex::TENSOR,
        TVMFFIAnyPayload::from_ptr(ptr::with_exposed_provenance_mut(handle)),
    );
    // SAFETY: `tvm_ffi` promises that the handle of its tensor is the address of the object, which lives as long as `result`.
    let view = unsafe { AnyView::from_raw(NonNull::from(&raw)) };
    let Some(value) = Any::decode(view, &mut ()) else { return Ok(result) };
    // SAFETY: the value is a tensor.
    match unsafe { numpy.array(python, value.as_raw().payload.ptr()) } {
        Err(NoArray::Unknown) => Ok(result),
        other => {
            forget(value);
            other.map_err(|_| Raised)
        }
    }
}

/// A capsule that takes over a reference to a tensor.
///
/// # Safety
///
/// The object is a tensor. If the function fails, the caller keeps the reference.
unsafe fn own(python: Python, object: *mut c_void) -> Result<Owned, Raised> {
    // SAFETY: the name lives for the rest of the process; the destructor gets the object.
    let capsule = unsafe { (python.api.PyCapsule_New)(object, OWNER.as_ptr(), Some(release)) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(capsule) }
}

/// Releases the tensor of a capsule.
///
/// # Safety
///
/// Python destroys a capsule of [`own`].
unsafe extern "C" fn release(capsule: *mut PyObject) {
    let Ok(api) = api() else { return };
    // SAFETY: the caller's contract.
    let object = unsafe { (api.PyCapsule_GetPointer)(capsule, OWNER.as_ptr()) };
    if let Some(object) = NonNull::new(object) {
        let raw = TVMFFIAny::new(TypeIndex::TENSOR, TVMFFIAnyPayload::from_ptr(object.as_ptr()));
        // SAFETY: the capsule owned the tensor.
        drop(unsafe { Any::from_raw(raw) });
    }
}
