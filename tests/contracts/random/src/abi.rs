//! Arguments as C values, and calls through the C ABI.

use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr::NonNull;
use std::sync::LazyLock;

use tvm_ffi::__private::take_raised_if_any;
use tvm_ffi::abi::{
    DLDataType, DLDevice, DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TVMFFISeqCell, TypeIndex,
};
use tvm_ffi::{Any, AnyView, Error, Function};

use crate::arguments::{Argument, Container, Passing, Tensor, key};

/// The C function of an export.
pub type Shim = unsafe extern "C" fn(*mut c_void, *const TVMFFIAny, i32, *mut TVMFFIAny) -> c_int;

/// A tensor object, or the `DLTensor` alone.
#[repr(C)]
struct TensorObject {
    header: TVMFFIObject,
    tensor: DLTensor,
}

/// An array object, with its elements elsewhere.
#[repr(C)]
struct ArrayObject {
    header: TVMFFIObject,
    cell: TVMFFISeqCell,
}

/// An object's header, with a reference count that no call can reduce to zero, because the test owns the object.
fn header(type_index: i32) -> TVMFFIObject {
    TVMFFIObject { combined_ref_count: (1 << 32) | (1 << 20), type_index, __padding: 0, deleter: None }
}

/// Memory that pointers may refer to until this is dropped.
struct Kept<T: ?Sized>(*mut T);

impl<T: ?Sized> Kept<T> {
    fn new(value: Box<T>) -> Self {
        Self(Box::into_raw(value))
    }
}

impl<T: ?Sized> Drop for Kept<T> {
    fn drop(&mut self) {
        // SAFETY: it came from a box, and this is its only owner.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

/// Arguments, and the memory that they refer to.
#[derive(Default)]
pub struct Passed {
    arguments: Vec<TVMFFIAny>,
    // Before the elements, which lists release when they are freed.
    values: Vec<Any>,
    numbers: Vec<Kept<[i64]>>,
    tensors: Vec<Kept<TensorObject>>,
    arrays: Vec<Kept<ArrayObject>>,
    elements: Vec<Vec<TVMFFIAny>>,
    slots: Vec<Kept<*mut c_void>>,
}

impl Passed {
    /// The arguments as they are passed.
    pub fn new(arguments: &[Argument]) -> Self {
        let mut passed = Self::default();
        for argument in arguments.iter().take_while(|argument| **argument != Argument::Absent) {
            let value = passed.value(argument);
            passed.arguments.push(value);
        }
        passed
    }

    /// The arguments.
    pub fn arguments(&self) -> &[TVMFFIAny] {
        &self.arguments
    }

    fn owned(&mut self, value: Any) -> TVMFFIAny {
        let raw = *value.as_raw();
        self.values.push(value);
        raw
    }

    fn value(&mut self, argument: &Argument) -> TVMFFIAny {
        match argument {
            Argument::Absent => panic!("only the last arguments are left out"),
            Argument::None => TVMFFIAny::NONE,
            Argument::Bool(value) => self.owned(Any::new(*value)),
            Argument::Integer(number) => self.owned(Any::new(*number)),
            Argument::Float(number) => self.owned(Any::new(*number)),
            Argument::Text => self.owned(Any::new("text")),
            Argument::NullTensor => pointer(TypeIndex::DL_TENSOR_PTR, std::ptr::null_mut::<DLTensor>()),
            Argument::Tensor(tensor) => self.tensor(tensor),
            Argument::List(Container::Array, elements) => self.array(elements),
            Argument::List(Container::List, elements) => self.list(elements),
            Argument::Map(values) => self.map(values),
        }
    }

    fn numbers(&mut self, numbers: Option<&Vec<i64>>) -> *mut i64 {
        let Some(numbers) = numbers else { return std::ptr::null_mut() };
        let numbers = Kept::new(numbers.clone().into_boxed_slice());
        let start = numbers.0.cast();
        self.numbers.push(numbers);
        start
    }

    fn tensor(&mut self, tensor: &Tensor) -> TVMFFIAny {
        let Tensor { data, byte_offset, device, ndim, dtype, .. } = tensor;
        let dl = DLTensor {
            data: std::ptr::with_exposed_provenance_mut(*data as usize),
            device: DLDevice { device_type: device.0.cast_unsigned(), device_id: device.1 },
            ndim: *ndim,
            dtype: DLDataType { code: dtype.code, bits: dtype.bits, lanes: dtype.lanes },
            shape: self.numbers(tensor.shape.as_ref()),
            strides: self.numbers(tensor.strides.as_ref()),
            byte_offset: *byte_offset,
        };
        let object = Kept::new(Box::new(TensorObject { header: header(TypeIndex::TENSOR), tensor: dl }));
        let value = match tensor.passing {
            Passing::Pointer => pointer(
                TypeIndex::DL_TENSOR_PTR,
                object.0.wrapping_byte_add(offset_of!(TensorObject, tensor)),
            ),
            Passing::Object => pointer(TypeIndex::TENSOR, object.0),
            Passing::Moved => {
                let slot = Kept::new(Box::new(object.0.cast()));
                let value = pointer(TypeIndex::OBJECT_RVALUE_REF, slot.0);
                self.slots.push(slot);
                value
            }
        };
        self.tensors.push(object);
        value
    }

    fn list(&mut self, elements: &[Argument]) -> TVMFFIAny {
        static MAKE: LazyLock<Function> =
            LazyLock::new(|| Function::get_global("ffi.List").expect("the runtime has lists"));
        static APPEND: LazyLock<Function> =
            LazyLock::new(|| Function::get_global("ffi.ListAppend").expect("the runtime's lists grow"));
        let list = MAKE.call(()).expect("a list");
        for element in elements {
            let value = self.value(element);
            // SAFETY: AnyView validity: `self` keeps the memory of the element.
            let view = unsafe { AnyView::from_raw(NonNull::from(&value)) };
            // SAFETY: the list, and with it a `DLTensor*` in it, is used only while the tensors are kept.
            let element = unsafe { view.lend() };
            APPEND.call((&list, element)).expect("a longer list");
        }
        self.owned(list)
    }

    fn map(&mut self, values: &[Argument]) -> TVMFFIAny {
        static MAKE: LazyLock<Function> =
            LazyLock::new(|| Function::get_global("ffi.Map").expect("the runtime has maps"));
        let keys: Vec<_> = (0..values.len()).map(|index| Any::new(key(index))).collect();
        let values: Vec<_> = values.iter().map(|value| self.value(value)).collect();
        let mut entries = Vec::new();
        for (key, value) in keys.iter().zip(&values) {
            // SAFETY: AnyView validity: `self` keeps the memory of the value.
            entries.extend([key.as_view(), unsafe { AnyView::from_raw(NonNull::from(value)) }]);
        }
        let map = MAKE.call_packed(&entries).expect("a map");
        self.owned(map)
    }

    fn array(&mut self, elements: &[Argument]) -> TVMFFIAny {
        let mut elements: Vec<_> = elements.iter().map(|element| self.value(element)).collect();
        let size = elements.len() as i64;
        let cell =
            TVMFFISeqCell { data: elements.as_mut_ptr().cast(), size, capacity: size, data_deleter: None };
        let object = Kept::new(Box::new(ArrayObject { header: header(TypeIndex::ARRAY), cell }));
        let value = pointer(TypeIndex::ARRAY, object.0);
        self.arrays.push(object);
        self.elements.push(elements);
        value
    }
}

fn pointer<T>(type_index: i32, pointer: *mut T) -> TVMFFIAny {
    TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(pointer.cast()))
}

/// Calls an export that returns nothing.
///
/// # Safety
///
/// SafeCall contract of the shim. What the arguments' tensors refer to exists where the export accepts them.
///
/// # Errors
///
/// The error that the export raises.
pub unsafe fn call(shim: Shim, passed: &Passed) -> Result<(), Error> {
    let mut result = TVMFFIAny::NONE;
    let arguments = passed.arguments();
    // SAFETY: the caller's contract: the arguments are views that outlive the call, and the result owns nothing.
    let code = unsafe { shim(std::ptr::null_mut(), arguments.as_ptr(), arguments.len() as i32, &mut result) };
    assert_eq!(result.type_index, TypeIndex::NONE, "the exports give nothing back");
    if code == 0 { Ok(()) } else { Err(take_raised_if_any().expect("a call that fails raises an error")) }
}
