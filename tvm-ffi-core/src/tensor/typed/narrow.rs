//! Narrowing: from any tensor to a typed view, from any rank to a fixed one.

use super::fast_path;
use super::{
    Access, Contiguous, CpuView, CpuViewD, CpuViewMut, CudaView, DeviceMarker, Dyn, Layout, Rank, RankMarker,
    Shared, Strided, View,
};
use crate::convert::{LayoutKind, Mismatch, TensorType};
use crate::device::DeviceType;
use crate::error::{Error, Result};
use crate::gpu_of_call;
use crate::tensor::{Element, Tensor, TensorView, written};

impl<'a, D: DeviceMarker, A: Access, T: Element, R: RankMarker, L: Layout> View<'a, D, A, T, R, L> {
    /// Narrows a view of any tensor, whatever other code reaches its elements.
    ///
    /// # Safety
    ///
    /// During `'a`
    ///
    /// - no code writes the elements of a [`Shared`] view;
    /// - no code reads or writes the elements of an [`Exclusive`](super::Exclusive) view, but through it;
    /// - no code reads or writes the elements of a [`Cells`](super::Cells) view on another thread, nor holds a reference to them that is not a cell.
    ///
    /// # Errors
    ///
    /// A `TypeError` for another dtype. A `ValueError` for another rank or device, for a GPU other than that of the call, for strides that
    /// the layout or the access rules out, and for memory that is not aligned for `T`.
    #[inline]
    #[track_caller]
    pub unsafe fn assume(tensor: TensorView<'a>) -> Result<Self> {
        // SAFETY: `TensorView` has DLTensor validity.
        if unsafe { fast_path::matches::<D, A, T, R, L>(tensor.as_raw()) } {
            if const { D::DEVICE_TYPE == DeviceType::CUDA }
                && let Some(gpu) = gpu_of_call::other_than(tensor.device())
            {
                return Err(Mismatch::on_another_gpu(tensor.device(), gpu).into_error());
            }
            // SAFETY: it has just been checked; the caller's contract.
            return Ok(unsafe { Self::new_unchecked(tensor) });
        }
        Err(tensor.explain(&Self::TYPE).into_error())
    }
}

impl<'a, D: DeviceMarker, T: Element, R: RankMarker, L: Layout> TryFrom<TensorView<'a>>
    for View<'a, D, Shared, T, R, L>
{
    type Error = Error;

    /// Narrows a view of any tensor, see [`TensorView::try_cpu`].
    #[inline]
    #[track_caller]
    fn try_from(tensor: TensorView<'a>) -> Result<Self> {
        if let Some(by) = written::writer_on::<D>(tensor) {
            return Err(written::mismatch(by).into_error());
        }
        // SAFETY: Element validity: no code writes the elements while a view is in use; those that a call of this thread writes have just
        // been refused.
        unsafe { Self::assume(tensor) }
    }
}

impl<'a> TensorView<'a> {
    /// Narrows the view to host memory, contiguous elements of type `T`, and `N` dimensions.
    ///
    /// # Errors
    ///
    /// A `TypeError` for another dtype. A `ValueError` for another rank or device, for elements that are not contiguous, for
    /// memory that is not aligned for `T`, and for memory that an exported function writes whose call has not returned on this thread.
    #[inline]
    #[track_caller]
    pub fn try_cpu<T: Element, const N: usize>(self) -> Result<CpuView<'a, T, N>> {
        View::try_from(self)
    }

    /// Narrows the view to host memory, elements of type `T` that lie anywhere, and `N` dimensions.
    ///
    /// # Errors
    ///
    /// As [`try_cpu`](Self::try_cpu), but of strides only those are refused that reach beyond memory.
    #[inline]
    #[track_caller]
    pub fn try_cpu_strided<T: Element, const N: usize>(self) -> Result<CpuView<'a, T, N, Strided>> {
        View::try_from(self)
    }

    /// Narrows the view to host memory and contiguous elements of type `T`.
    ///
    /// # Errors
    ///
    /// As [`try_cpu`](Self::try_cpu), for any rank.
    #[inline]
    #[track_caller]
    pub fn try_cpu_dyn<T: Element>(self) -> Result<CpuViewD<'a, T>> {
        View::try_from(self)
    }

    /// Narrows the view to host memory and elements of type `T` that lie anywhere.
    ///
    /// # Errors
    ///
    /// As [`try_cpu_strided`](Self::try_cpu_strided), for any rank.
    #[inline]
    #[track_caller]
    pub fn try_cpu_strided_dyn<T: Element>(self) -> Result<CpuViewD<'a, T, Strided>> {
        View::try_from(self)
    }

    /// Narrows the view to the memory of a CUDA GPU, contiguous elements of type `T`, and `N` dimensions.
    ///
    /// # Errors
    ///
    /// As [`try_cpu`](Self::try_cpu), and a `ValueError` if the GPU is not that of the running call's `Cuda<'_>`.
    #[inline]
    #[track_caller]
    pub fn try_cuda<T: Element, const N: usize>(self) -> Result<CudaView<'a, T, N>> {
        View::try_from(self)
    }

    /// Narrows the view to host memory that may be written; `L` is [`Contiguous`] or [`Strided`].
    ///
    /// # Safety
    ///
    /// During `'a` no code reads or writes the elements, but through the new view.
    ///
    /// # Errors
    ///
    /// As [`try_cpu`](Self::try_cpu). Strides that may reach one element twice are a `ValueError` too.
    #[inline]
    #[track_caller]
    pub unsafe fn assume_cpu_mut<T: Element, const N: usize, L: Layout>(
        self,
    ) -> Result<CpuViewMut<'a, T, N, L>> {
        // SAFETY: the caller's contract.
        unsafe { View::assume(self) }
    }
}

impl Tensor {
    /// A view of the tensor in host memory, with contiguous elements of type `T` and `N` dimensions. [`view`](Self::view) has others.
    ///
    /// # Errors
    ///
    /// As [`TensorView::try_cpu`].
    #[inline]
    #[track_caller]
    pub fn try_cpu<T: Element, const N: usize>(&self) -> Result<CpuView<'_, T, N>> {
        self.view().try_cpu()
    }

    /// A view of the tensor in the memory of a CUDA GPU, with contiguous elements of type `T` and `N` dimensions.
    ///
    /// # Errors
    ///
    /// As [`TensorView::try_cuda`].
    #[inline]
    #[track_caller]
    pub fn try_cuda<T: Element, const N: usize>(&self) -> Result<CudaView<'_, T, N>> {
        self.view().try_cuda()
    }

    /// The elements of the tensor in order, if it is contiguous and in host memory, with elements of type `T`.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// # use tvm_ffi_core::Tensor;
    /// let tensor = Tensor::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
    /// assert_eq!(tensor.elements::<f32>()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`TensorView::try_cpu_dyn`].
    #[inline]
    #[track_caller]
    pub fn elements<T: Element>(&self) -> Result<&[T]> {
        self.view().try_cpu_dyn().map(|view| view.as_slice())
    }
}

impl<'a, D, A, T: Element, L> View<'a, D, A, T, Dyn, L> {
    /// The view with its rank in its type.
    ///
    /// ```
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// use tvm_ffi_core::{CpuViewD, Tensor};
    /// fn trace(x: CpuViewD<'_, f32>) -> tvm_ffi_core::Result<f32> {
    ///     let x = x.with_rank::<2>()?;
    ///     Ok((0..x.dim(0).min(x.dim(1))).map(|i| x[[i, i]]).sum())
    /// }
    /// let tensor = Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0], &[2, 2])?;
    /// assert_eq!(trace(tensor.view().try_cpu_dyn()?)?, 5.0);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// A `ValueError` if it has another rank.
    #[inline]
    #[track_caller]
    pub fn with_rank<const N: usize>(self) -> Result<View<'a, D, A, T, Rank<N>, L>> {
        let tensor = self.metadata();
        if tensor.ndim() != N {
            let wanted = TensorType { ndim: Some(N), ..TensorType::ANY };
            return Err(tensor.explain(&wanted).into_error());
        }
        // SAFETY: the invariant, and the rank has just been checked; this view ends here.
        Ok(unsafe { View::new_unchecked(tensor) })
    }
}

impl<'a, D, A, T: Element, const N: usize, L> View<'a, D, A, T, Rank<N>, L> {
    /// The view without its rank in its type.
    #[inline]
    pub fn into_dyn(self) -> View<'a, D, A, T, Dyn, L> {
        // SAFETY: the invariant; this view ends here.
        unsafe { View::new_unchecked(self.metadata()) }
    }
}

impl<'a, D, A, T: Element, R, L> View<'a, D, A, T, R, L> {
    /// The same, of a type that does not say that the elements are contiguous.
    #[inline]
    pub fn as_strided(self) -> View<'a, D, A, T, R, Strided> {
        // SAFETY: the invariant: contiguous elements are within memory, and none of them is reached twice; this view
        // ends here.
        unsafe { View::new_unchecked(self.metadata()) }
    }
}

impl<'a, D, A, T: Element, R> View<'a, D, A, T, R, Strided> {
    /// The same, of a type that says that the elements are contiguous.
    ///
    /// # Errors
    ///
    /// A `ValueError` if they do not.
    #[inline]
    #[track_caller]
    pub fn try_contiguous(self) -> Result<View<'a, D, A, T, R, Contiguous>> {
        let tensor = self.metadata();
        let wanted = TensorType { layout: Some(LayoutKind::Contiguous), ..TensorType::ANY };
        if let Some(mismatch) = tensor.layout_misfit(&wanted) {
            return Err(mismatch.into_error());
        }
        // SAFETY: the invariant, and the layout has just been checked; this view ends here.
        Ok(unsafe { View::new_unchecked(tensor) })
    }
}
