//! [`SliceTensor`] and [`SliceTensorMut`]: tensors over slices, without a runtime.

use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

use super::check::count;
use super::layout::{self, contiguous_strides};
use super::new::{checked_shape, wrong_count};
use super::typed::{Contiguous, CpuView, CpuViewMut, Strided, View};
use super::{Element, TensorView};
use crate::abi::DLTensor;
use crate::device::Device;
use crate::error::Result;

/// A tensor over a slice, to be read.
///
/// It needs no runtime, so that kernels can be tested by `cargo test` alone:
///
/// ```
/// use tvm_ffi_core::{CpuView, SliceTensor};
///
/// fn trace(x: CpuView<'_, f32, 2>) -> f32 {
///     let [rows, columns] = x.dims();
///     (0..rows.min(columns)).map(|i| x[[i, i]]).sum()
/// }
///
/// let x = SliceTensor::new(&[1.0, 2.0, 3.0, 4.0], [2, 2])?;
/// assert_eq!(trace(x.view()), 5.0);
/// # Ok::<(), tvm_ffi_core::Error>(())
/// ```
///
/// Views of other types are made from [`view`](Self::view): [`as_strided`](View::as_strided), [`into_dyn`](View::into_dyn),
/// [`as_tensor`](View::as_tensor).
// Invariant: the tensor is what a shared view with this type says, except for the lifetime of its extents.
pub struct SliceTensor<'a, T, const N: usize, L = Contiguous> {
    described: Described,
    marker: PhantomData<(&'a [T], L)>,
}

/// A tensor over a slice, to be written. It needs no runtime, see [`SliceTensor`].
///
/// ```
/// use tvm_ffi_core::{CpuViewMut, SliceTensorMut};
///
/// fn fill_diagonal(mut x: CpuViewMut<'_, f32, 2>) {
///     let [rows, columns] = x.dims();
///     for i in 0..rows.min(columns) {
///         x[[i, i]] = 1.0;
///     }
/// }
///
/// let mut elements = [0.0; 4];
/// fill_diagonal(SliceTensorMut::new(&mut elements, [2, 2])?.view_mut());
/// assert_eq!(elements, [1.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), tvm_ffi_core::Error>(())
/// ```
// Invariant: the tensor is what an exclusive view with this type says, except for the lifetime of its extents.
pub struct SliceTensorMut<'a, T, const N: usize, L = Contiguous> {
    described: Described,
    marker: PhantomData<(&'a mut [T], L)>,
}

impl<'a, T: Element, const N: usize> SliceTensor<'a, T, N> {
    /// The elements in order, with these extents.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the extents multiply to another number of elements.
    #[track_caller]
    pub fn new(elements: &'a [T], dims: [usize; N]) -> Result<Self> {
        let described = Described::in_order(elements.as_ptr().cast_mut(), elements.len(), dims)?;
        Ok(Self { described, marker: PhantomData })
    }
}

impl<'a, T: Element, const N: usize> SliceTensorMut<'a, T, N> {
    /// The elements in order, with these extents.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the extents multiply to another number of elements.
    #[track_caller]
    pub fn new(elements: &'a mut [T], dims: [usize; N]) -> Result<Self> {
        let described = Described::in_order(elements.as_mut_ptr(), elements.len(), dims)?;
        Ok(Self { described, marker: PhantomData })
    }
}

impl<'a, T: Element, const N: usize> SliceTensor<'a, T, N, Strided> {
    /// Elements at these distances from each other along each dimension, the lowest of them first in the slice.
    ///
    /// The slice may have more than are reached: gaps between rows, for one.
    ///
    /// ```
    /// # use tvm_ffi_core::{CpuView, SliceTensor, Strided};
    /// let elements = [1, 2, 3, 0, 4, 5, 6];
    /// let rows_apart = SliceTensor::with_strides(&elements, [2, 3], [4, 1])?;
    /// let x: CpuView<'_, i32, 2, Strided> = rows_apart.view();
    /// assert_eq!(x.row(1).as_slice(), Some(&[4, 5, 6][..]));
    ///
    /// let backwards = SliceTensor::with_strides(&elements[..3], [3], [-1])?;
    /// assert_eq!(backwards.view()[[0]], 3);
    /// # Ok::<(), tvm_ffi_core::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A `ValueError` if the strides reach beyond the slice, or there are more indices than memory can hold elements.
    #[track_caller]
    pub fn with_strides(elements: &'a [T], dims: [usize; N], strides: [isize; N]) -> Result<Self> {
        let data = elements.as_ptr().cast_mut();
        let described = Described::by_strides(data, elements.len(), dims, strides)?;
        Ok(Self { described, marker: PhantomData })
    }
}

impl<'a, T: Element, const N: usize> SliceTensorMut<'a, T, N, Strided> {
    /// Elements at these distances from each other along each dimension, see [`SliceTensor::with_strides`].
    ///
    /// # Errors
    ///
    /// Those of [`SliceTensor::with_strides`], and a `ValueError` if two indices lead to one element.
    #[track_caller]
    pub fn with_strides(elements: &'a mut [T], dims: [usize; N], strides: [isize; N]) -> Result<Self> {
        let data = elements.as_mut_ptr();
        let described = Described::by_strides(data, elements.len(), dims, strides)?;
        // SAFETY: no other code has the elements; the view is here to be checked, and not used.
        unsafe { described.tensor().assume_cpu_mut::<T, N, Strided>() }?;
        Ok(Self { described, marker: PhantomData })
    }
}

impl<T: Element, const N: usize, L> SliceTensor<'_, T, N, L> {
    /// A view of the tensor.
    #[inline]
    pub fn view(&self) -> CpuView<'_, T, N, L> {
        // SAFETY: the invariant; no code writes the elements as long as the slice is borrowed, nor moves the metadata as long as
        // the holder is.
        unsafe { View::new_unchecked(self.described.tensor()) }
    }
}

impl<T: Element, const N: usize, L> SliceTensorMut<'_, T, N, L> {
    /// A view of the tensor, to be read.
    #[inline]
    pub fn view(&self) -> CpuView<'_, T, N, L> {
        // SAFETY: the invariant; no other code has the elements, and no code writes them as long as this is borrowed.
        unsafe { View::new_unchecked(self.described.tensor()) }
    }

    /// A view of the tensor, to be written.
    #[inline]
    pub fn view_mut(&mut self) -> CpuViewMut<'_, T, N, L> {
        // SAFETY: the invariant; no other code has the elements, and this is not used as long as the view.
        unsafe { View::new_unchecked(self.described.tensor()) }
    }
}

impl<T, const N: usize, L> fmt::Debug for SliceTensor<'_, T, N, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.described.tensor().write("SliceTensor", f)
    }
}

impl<T, const N: usize, L> fmt::Debug for SliceTensorMut<'_, T, N, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.described.tensor().write("SliceTensorMut", f)
    }
}

/// The metadata of a tensor. They can be moved together: the extents stay where they are.
// Invariant: nothing is wrong with the `DLTensor`, and what it reaches is part of the slice that it was made for.
struct Described {
    raw: DLTensor,
    /// Shape, then strides.
    _extents: Vec<i64>,
}

impl Described {
    #[track_caller]
    fn in_order<T: Element, const N: usize>(data: *mut T, len: usize, dims: [usize; N]) -> Result<Self> {
        let (shape, numel) = checked_shape::<T, N>(dims)?;
        if numel != len {
            return Err(wrong_count(&shape, numel, len));
        }
        Ok(Self::new(data, &shape, &contiguous_strides(&shape)))
    }

    #[track_caller]
    fn by_strides<T: Element, const N: usize>(
        data: *mut T,
        len: usize,
        dims: [usize; N],
        strides: [isize; N],
    ) -> Result<Self> {
        let (shape, numel) = checked_shape::<T, N>(dims)?;
        let strides = strides.map(|stride| stride as i64);
        match layout::reach(&shape, &strides, 1) {
            Some(reach) if reach < len || numel == 0 => {}
            _ => crate::bail!(
                ValueError,
                "strides are {strides:?}, which reach beyond {} (shape is {shape:?})",
                count(len, "element")
            ),
        }
        // No more than the reach, which is less than `len`.
        let before = layout::reach(&shape, &strides.map(|stride| stride.min(0)), 1).unwrap_or(0);
        Ok(Self::new(data.wrapping_add(before), &shape, &strides))
    }

    fn new<T: Element>(first: *mut T, shape: &[i64], strides: &[i64]) -> Self {
        let mut extents = [shape, strides].concat();
        let raw = DLTensor {
            data: first.cast(),
            device: Device::cpu().to_dl(),
            ndim: shape.len() as i32,
            dtype: T::DTYPE.to_dl(),
            shape: extents.as_mut_ptr(),
            strides: extents.as_mut_ptr().wrapping_add(shape.len()),
            byte_offset: 0,
        };
        Self { raw, _extents: extents }
    }

    #[inline]
    fn tensor(&self) -> TensorView<'_> {
        // SAFETY: the invariant; the extents and the slice live longer than the reference.
        unsafe { TensorView::new_unchecked(NonNull::from(&self.raw)) }
    }
}

#[cfg(test)]
mod tests;
