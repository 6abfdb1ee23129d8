//! Typed views of tensors: [`View`], [`SubView`], and the markers that their types consist of.
//!
//! Kernels name the aliases, such as [`CpuView`](crate::CpuView); this module defines them.
//!
//! - [`View`]: a tensor that has been checked: device, element type, rank, layout, and alignment are in its type;
//! - [`SubView`]: a part of one in host memory, or the whole under another shape: extents and strides by value;
//! - [`Iter`], [`Indexed`], [`Rows`], [`StridedRows`], [`RowSlices`], [`AxisChunks`]: ways through the elements;
//! - [`Cpu`], [`Cuda`], [`Rocm`], [`Metal`], ...: where they are.
//!
//! With the feature `ndarray` views of host memory convert to `ndarray`'s, and those to [`SubView`]s.

mod aliases;
mod axis;
mod cells;
mod decode;
mod device;
mod dim_as;
mod dynamic;
mod elements;
mod fast_path;
pub(super) mod grid;
mod host;
mod iter;
mod marker;
mod narrow;
mod read;
mod refused;
mod rows;
mod shape;
mod sub;
#[cfg(test)]
mod tests;
pub(super) mod walk;
mod write;

use core::fmt;
use core::marker::PhantomData;
use std::borrow::Cow;

pub use aliases::*;
pub use axis::{AxisChunks, RemoveAxis};
pub use device::{
    Addressed, Cpu, Cuda, CudaManaged, DeviceMarker, ExtDev, Hexagon, Maia, Metal, OneApi, Opaque, OpenCl,
    Rocm, Trn, Vpi, Vulkan, WebGpu,
};
pub use dim_as::ExtentType;
pub(crate) use fast_path::cold_path;
pub use iter::{Indexed, IndexedMut, Iter};
pub use marker::{
    Access, Cells, Contiguous, CopyAccess, Dyn, Exclusive, Layout, Rank, RankMarker, ReadOnly, Shared,
    Strided,
};
pub use rows::{RowSlices, Rows, StridedRows};
pub use sub::SubView;

use super::{Element, TensorView, layout};
use crate::device::Device;
use crate::dtype::DType;
use crate::function::Argument;

/// A tensor that has been checked: it is on device `D`, has elements of type `T` and rank `R`, which lie as `L` says, and may be
/// accessed as `A` says.
///
/// The aliases name the combinations, [`CpuView`](crate::CpuView) for one.
// Invariant: View validity for `'a`.
pub struct View<'a, D, A, T, R, L = Contiguous> {
    tensor: TensorView<'a>,
    marker: PhantomData<(&'a T, D, A, R, L)>,
}

impl<D, A: CopyAccess, T: Element, R, L> Clone for View<'_, D, A, T, R, L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, A: CopyAccess, T: Element, R, L> Copy for View<'_, D, A, T, R, L> {}

impl<D: DeviceMarker, A: Access, T: Element, R: RankMarker, L> fmt::Debug for View<'_, D, A, T, R, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tensor.write(&[D::NAME, A::NAME, R::SUFFIX].concat(), f)
    }
}

impl<'a, D, A, T: Element, R, L> View<'a, D, A, T, R, L> {
    /// A view of a tensor that has been checked.
    ///
    /// # Safety
    ///
    /// View validity for `'a`.
    #[inline]
    pub(crate) unsafe fn new_unchecked(tensor: TensorView<'a>) -> Self {
        Self { tensor, marker: PhantomData }
    }

    /// The tensor, which may be used for its metadata only.
    #[inline]
    pub(crate) fn metadata(&self) -> TensorView<'a> {
        self.tensor
    }

    /// The type of the elements.
    #[inline]
    pub fn dtype(&self) -> DType {
        T::DTYPE
    }

    /// Where the elements are.
    #[inline]
    pub fn device(&self) -> Device {
        self.tensor.device()
    }

    /// The view as an argument of a call: a `DLTensor*` that is valid until the call returns. A view that writes can be
    /// used again after it.
    ///
    /// # Safety
    ///
    /// As for [`TensorView::lend`]: the function keeps nothing; it does not write the elements, unless the view is one that
    /// writes, and then nothing else uses them during the call.
    #[inline]
    pub unsafe fn lend(&self) -> Argument<'a> {
        // SAFETY: the caller's contract.
        unsafe { self.tensor.lend() }
    }

    /// The address of the first element, on devices whose memory has addresses.
    ///
    /// It may be NULL, or not aligned, where there is no element.
    #[doc(hidden)]
    #[inline]
    pub fn address(&self) -> *mut T {
        self.tensor.first_element().cast()
    }
}

impl<'a, D, A, T: Element, R: RankMarker, L> View<'a, D, A, T, R, L> {
    /// The extents of the dimensions.
    #[inline]
    pub fn shape(&self) -> &'a [i64] {
        match R::NDIM {
            // SAFETY: the invariant: so many extents there are. The compiler knows the number this way.
            Some(ndim) => unsafe { self.tensor.first_extents(ndim) },
            None => self.tensor.shape(),
        }
    }

    /// The extent of a dimension.
    ///
    /// It does not say how much memory there is: a tensor without rows may be `[0, 1 << 60]`, so that `vec![0.0; x.dim(1)]` asks for
    /// more than any machine has.
    ///
    /// # Panics
    ///
    /// If there is no such dimension.
    #[inline]
    #[track_caller]
    pub fn dim(&self, index: usize) -> usize {
        self.shape()[index] as usize
    }

    /// The number of dimensions.
    #[inline]
    pub fn ndim(&self) -> usize {
        self.shape().len()
    }

    /// The number of elements.
    #[inline]
    pub fn numel(&self) -> usize {
        layout::numel(self.shape())
    }
}

impl<D, A, T: Element, R, L: Layout> View<'_, D, A, T, R, L> {
    /// Whether the elements are contiguous, in row-major order.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        !L::IS_STRIDED || self.tensor.is_contiguous()
    }
}

impl<'a, D, A, T: Element, const N: usize, L: Layout> View<'a, D, A, T, Rank<N>, L> {
    #[inline]
    fn extents(&self) -> &'a [i64; N] {
        // SAFETY: the invariant: there are `N` extents.
        unsafe { self.tensor.extents() }
    }

    /// The extents of the dimensions, for destructuring: `let [rows, columns] = x.dims();`. See [`dim`](Self::dim) for what they do
    /// not say.
    #[inline]
    pub fn dims(&self) -> [usize; N] {
        self.extents().map(|extent| extent as usize)
    }

    /// The distances between neighbours along each dimension, in elements.
    #[inline]
    pub fn strides(&self) -> [i64; N] {
        // SAFETY: the invariant: there are `N` dimensions.
        if let (true, Some(strides)) = (L::IS_STRIDED, unsafe { self.tensor.given_strides_of() }) {
            return *strides;
        }
        let mut strides = [0; N];
        layout::fill_contiguous(&mut strides, self.extents());
        strides
    }
}

impl<'a, D, A, T: Element, L> View<'a, D, A, T, Dyn, L> {
    /// The distances between neighbours along each dimension, in elements. They are computed where the tensor leaves them
    /// out because it is contiguous.
    pub fn strides(&self) -> Cow<'a, [i64]> {
        self.tensor.strides()
    }
}

impl<'a, D, T: Element, R, L> View<'a, D, Shared, T, R, L> {
    /// The tensor, of any type as far as Rust knows.
    #[inline]
    pub fn as_tensor(&self) -> TensorView<'a> {
        self.tensor
    }
}

impl<'a, D, T: Element, R, L> View<'a, D, Exclusive, T, R, L> {
    /// The tensor, of any type as far as Rust knows: its metadata, or what is lent to a call that reads it. Elements are read through
    /// [`as_shared`](Self::as_shared).
    #[inline]
    pub fn as_tensor(&self) -> TensorView<'_> {
        self.tensor
    }

    /// The view for a shorter time, after which this one can be used again.
    #[inline]
    pub fn reborrow(&mut self) -> View<'_, D, Exclusive, T, R, L> {
        // SAFETY: the invariant; this view is not used as long as the new one.
        unsafe { View::new_unchecked(self.tensor) }
    }

    /// A view that only reads. It can be copied.
    #[inline]
    pub fn as_shared(&self) -> View<'_, D, Shared, T, R, L> {
        // SAFETY: the invariant; no code writes through this view as long as it is borrowed.
        unsafe { View::new_unchecked(self.tensor) }
    }

    /// A view that only reads, for as long as this one would have lived.
    #[inline]
    pub fn into_shared(self) -> View<'a, D, Shared, T, R, L> {
        // SAFETY: the invariant; this view, the only one that writes, ends here.
        unsafe { View::new_unchecked(self.tensor) }
    }

    /// A view that can be copied and still writes: its elements are cells.
    #[inline]
    pub fn as_cell_view(&mut self) -> View<'_, D, Cells, T, R, L> {
        // SAFETY: the invariant; this view is not used as long as the new one, whose copies stay on one thread.
        unsafe { View::new_unchecked(self.tensor) }
    }
}
