//! Copies of views: tensors with memory of their own.

use super::typed::walk::Walk;
use super::typed::{Access, Cpu, Dyn, SubView, View};
use super::{Element, Tensor, TensorView, layout, written};
use crate::device::{Device, DeviceType};
use crate::dtype::DType;
use crate::error::Result;

/// Elements in host memory at any distances from each other.
struct Source<'a> {
    first: *const u8,
    shape: &'a [i64],
    /// In elements; `None` if the elements are contiguous.
    strides: Option<&'a [i64]>,
    dtype: DType,
}

impl Source<'_> {
    /// A new tensor with the elements in order.
    ///
    /// # Safety
    ///
    /// What shape and strides reach from `first` can be read.
    #[track_caller]
    unsafe fn packed(&self) -> Result<Tensor> {
        let size = self.dtype.element_bits() as usize;
        if self.strides.is_some() && !size.is_multiple_of(8) {
            let dtype = self.dtype;
            crate::bail!(
                ValueError,
                "elements of {dtype} share bytes, and can be copied only where they are contiguous"
            )
        }
        let tensor = Tensor::empty(self.dtype, Device::cpu(), self.shape)?;
        if layout::numel(self.shape) == 0 {
            return Ok(tensor);
        }
        let target = tensor.view().first_element().cast::<u8>();
        match self.strides {
            // SAFETY: the caller's contract; the tensor is new, and has as many bytes.
            None => unsafe { self.first.copy_to_nonoverlapping(target, tensor.size_in_bytes()) },
            Some(strides) => {
                let size = size / 8;
                let dims: Vec<usize> = self.shape.iter().map(|extent| *extent as usize).collect();
                let steps = strides.iter().map(|stride| (*stride as isize).wrapping_mul(size as isize));
                let elements = Walk::<u8, Dyn>::new(self.first.cast_mut(), dims, steps.collect());
                elements.fold(target, |target, source| {
                    // SAFETY: the caller's contract: the source is an element; the tensor is new, and has as many.
                    unsafe { source.copy_to_nonoverlapping(target, size) };
                    target.wrapping_add(size)
                });
            }
        }
        Ok(tensor)
    }
}

impl TensorView<'_> {
    /// A new tensor in host memory with a copy of the elements, in order. The callee of a call can keep it.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// use tvm_ffi_core::{Function, SliceTensor, Tensor};
    /// let keep = Function::new(|x: Tensor| x);
    /// let x = SliceTensor::new(&[1.0f32, 2.0], [2])?;
    /// let kept: Tensor = keep.call((x.view().to_tensor()?,))?.cast()?;
    /// assert_eq!(kept.view().try_cpu::<f32, 1>()?.as_slice(), [1.0, 2.0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// A `ValueError` if the elements are not in host memory, are less than a byte each and not contiguous, or are written by an exported
    /// function whose call has not returned on this thread; and those of
    /// [`Tensor::empty`].
    #[track_caller]
    pub fn to_tensor(self) -> Result<Tensor> {
        let device = self.device();
        if !matches!(device.device_type, DeviceType::CPU | DeviceType::CUDA_HOST | DeviceType::ROCM_HOST) {
            crate::bail!(ValueError, "cannot copy a tensor on {device}: expected one in host memory")
        }
        if let Some(by) = written::writer_of(self) {
            return Err(written::mismatch(by).into_error());
        }
        // SAFETY: Element validity: what the tensor reaches in host memory is allocated, and no call of this thread writes it.
        unsafe { self.copied() }
    }

    /// # Safety
    ///
    /// The elements are in host memory, and can be read.
    #[track_caller]
    unsafe fn copied(self) -> Result<Tensor> {
        let strides = if self.is_contiguous() { None } else { self.given_strides() };
        let first = self.first_element().cast_const().cast();
        let source = Source { first, shape: self.shape(), strides, dtype: self.dtype() };
        // SAFETY: the caller's contract.
        unsafe { source.packed() }
    }
}

impl<A, T: Element, R, L> View<'_, Cpu, A, T, R, L> {
    /// A new tensor with a copy of the elements, in order, see [`TensorView::to_tensor`].
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::empty`].
    #[track_caller]
    pub fn to_tensor(&self) -> Result<Tensor> {
        // SAFETY: View validity: the elements can be read, as long as the view is borrowed.
        unsafe { self.metadata().copied() }
    }
}

impl<A: Access, T: Element, const N: usize, L> SubView<'_, A, T, N, L> {
    /// A new tensor with a copy of the elements, in order.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::empty`].
    #[track_caller]
    pub fn to_tensor(&self) -> Result<Tensor> {
        let grid = self.grid();
        let shape = grid.dims.map(|dim| dim as i64);
        let strides = grid.strides.map(|stride| stride as i64);
        let strides = (!grid.is_contiguous()).then_some(&strides[..]);
        let first = grid.address.cast_const().cast();
        // SAFETY: View validity: the elements that the grid reaches can be read.
        unsafe { Source { first, shape: &shape, strides, dtype: T::DTYPE }.packed() }
    }
}
