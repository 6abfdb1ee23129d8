//! Tensors on devices that the machine does not have.

use std::marker::PhantomData;
use std::ptr::NonNull;

use tvm_ffi::abi::DLTensor;
use tvm_ffi::prelude::*;

/// A tensor of `f32` at any address, allocated or not.
pub(crate) struct Fabricated<'a> {
    dl: Box<DLTensor>,
    _shape: Vec<i64>,
    marker: PhantomData<&'a mut [f32]>,
}

impl<'a> Fabricated<'a> {
    /// A contiguous tensor at an aligned address.
    pub(crate) fn new(shape: &[i64], device: Device) -> Self {
        let mut shape = shape.to_vec();
        let dl = Box::new(DLTensor {
            data: std::ptr::without_provenance_mut(1 << 20),
            device: device.into(),
            ndim: shape.len() as i32,
            dtype: DType::F32.into(),
            shape: shape.as_mut_ptr(),
            strides: std::ptr::null_mut(),
            byte_offset: 0,
        });
        Self { dl, _shape: shape, marker: PhantomData }
    }

    /// Moves it by a number of bytes.
    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.dl.byte_offset = offset;
        self
    }

    /// Sets the strides.
    pub(crate) fn strides(mut self, strides: &'a mut [i64]) -> Self {
        self.dl.strides = strides.as_mut_ptr();
        self
    }

    /// Uses allocated memory.
    pub(crate) fn of(mut self, memory: &'a mut [f32]) -> Self {
        self.dl.data = memory.as_mut_ptr().cast();
        self
    }

    /// The tensor as an argument of a call.
    pub(crate) fn argument(&self) -> tvm_ffi::Argument<'_> {
        // SAFETY: the functions of the tests keep no tensor, and access only allocated ones.
        unsafe { self.view().lend() }
    }

    /// The tensor.
    pub(crate) fn view(&self) -> TensorView<'_> {
        // SAFETY: the tensor, its shape, and its strides live as long as the view. Functions that access elements get allocated tensors.
        unsafe { TensorView::from_raw(NonNull::from(&*self.dl)) }.expect("it is valid")
    }
}
