//! Tensors that claim to be on a GPU. Nothing accesses their memory.

use std::marker::PhantomPinned;
use std::pin::Pin;
use std::ptr::{NonNull, without_provenance_mut};

use tvm_ffi::abi::DLTensor;
use tvm_ffi::{Any, Argument, Arguments, Device, Element, Error, Function, TensorView};

/// A tensor at an address without memory.
pub struct GpuTensor {
    raw: DLTensor,
    shape: Vec<i64>,
    strides: Vec<i64>,
    _pinned: PhantomPinned,
}

impl GpuTensor {
    /// A contiguous tensor on a GPU. The address should be a multiple of 256, except in tests of alignment.
    pub fn at<T: Element>(address: usize, device: i32, shape: &[i64]) -> Pin<Box<Self>> {
        let mut strides = vec![1; shape.len()];
        for i in (1..shape.len()).rev() {
            strides[i - 1] = strides[i] * shape[i].max(1);
        }
        Self::strided::<T>(address, device, shape, &strides)
    }

    /// A tensor with strides, in elements.
    pub fn strided<T: Element>(
        address: usize,
        device: i32,
        shape: &[i64],
        strides: &[i64],
    ) -> Pin<Box<Self>> {
        let mut tensor = Box::new(Self {
            raw: DLTensor {
                data: without_provenance_mut(address),
                device: Device::cuda(device).into(),
                ndim: shape.len() as i32,
                dtype: T::DTYPE.into(),
                shape: std::ptr::null_mut(),
                strides: std::ptr::null_mut(),
                byte_offset: 0,
            },
            shape: shape.to_vec(),
            strides: strides.to_vec(),
            _pinned: PhantomPinned,
        });
        tensor.raw.shape = tensor.shape.as_mut_ptr();
        tensor.raw.strides = tensor.strides.as_mut_ptr();
        Box::into_pin(tensor)
    }

    /// The tensor as an argument of a call.
    pub fn lend(&self) -> Argument<'_> {
        // SAFETY: the functions in these tests keep no reference, and nothing accesses the memory.
        unsafe { self.view().lend() }
    }

    /// The tensor.
    pub fn view(&self) -> TensorView<'_> {
        // SAFETY: shape and strides live as long as the tensor, and nothing accesses the memory.
        unsafe { TensorView::from_raw(NonNull::from(&self.raw)) }.expect("the shape is valid")
    }
}

/// Calls an exported function through its C shim, as Python does. An error is returned as `kind: message`.
///
/// # Panics
///
/// If no function has that name.
pub fn call(name: &str, args: impl Arguments) -> Result<Any, String> {
    tvm_ffi::runtime().expect("TVM_FFI_LIBRARY names the runtime");
    let function = Function::get_global(name).unwrap_or_else(|_| panic!("no function `{name}`"));
    function.call(args).map_err(|error| error_text(&error))
}

/// An error as `kind: message`.
pub fn error_text(error: &Error) -> String {
    format!("{}: {}", error.kind(), error.message())
}
