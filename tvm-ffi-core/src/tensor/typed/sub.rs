//! [`SubView`]: extents and strides by value.

use core::fmt;
use core::marker::PhantomData;

use super::grid::Grid;
use super::{Access, Contiguous, CopyAccess, Exclusive, Shared};
use crate::tensor::Element;

/// Elements in host memory: a part of a view, or the whole of one under another shape.
///
/// It has its extents and strides by value, where a [`View`](super::View) reads them from the tensor; in a loop that writes
/// elements one by one it is the faster of the two.
///
/// The aliases are [`CpuSubView`](crate::CpuSubView) and [`CpuSubViewMut`](crate::CpuSubViewMut).
// Whether it may be sent and shared says `A`, as for a `View`. Invariant: Grid validity, and View validity of what the grid reaches, for `'a`.
pub struct SubView<'a, A, T: Element, const N: usize, L = Contiguous> {
    grid: Grid<T, N>,
    marker: PhantomData<(&'a T, A, L)>,
}

impl<A: CopyAccess, T: Element, const N: usize, L> Clone for SubView<'_, A, T, N, L> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: CopyAccess, T: Element, const N: usize, L> Copy for SubView<'_, A, T, N, L> {}

impl<A: Access, T: Element, const N: usize, L> fmt::Debug for SubView<'_, A, T, N, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CpuSub{}({:?}{:?})", A::NAME, T::DTYPE, self.grid.dims)
    }
}

impl<'a, A, T: Element, const N: usize, L> SubView<'a, A, T, N, L> {
    /// A view of what a grid reaches.
    ///
    /// # Safety
    ///
    /// Grid validity, and View validity of what it reaches, for `'a`.
    #[inline]
    pub(in crate::tensor) unsafe fn from_grid(grid: Grid<T, N>) -> Self {
        Self { grid, marker: PhantomData }
    }

    #[inline]
    pub(in crate::tensor) fn grid(&self) -> Grid<T, N> {
        self.grid
    }

    /// The address of the element with index zero. It may be NULL, or not aligned, where there is no element.
    #[inline]
    pub(super) fn address(&self) -> *mut T {
        self.grid.address
    }

    /// The extents of the dimensions, for destructuring: `let [rows, columns] = x.dims();`.
    #[inline]
    pub fn dims(&self) -> [usize; N] {
        self.grid.dims
    }

    /// The extent of a dimension.
    ///
    /// # Panics
    ///
    /// If there is no such dimension.
    #[inline]
    #[track_caller]
    pub fn dim(&self, index: usize) -> usize {
        self.grid.dims[index]
    }

    /// The distances between neighbours along each dimension, in elements. That of a dimension with one element is irrelevant and
    /// may be any number.
    #[inline]
    pub fn strides(&self) -> [isize; N] {
        self.grid.strides
    }

    /// The number of dimensions.
    #[inline]
    pub fn ndim(&self) -> usize {
        N
    }

    /// The number of elements.
    #[inline]
    pub fn numel(&self) -> usize {
        self.grid.numel()
    }
}

impl<T: Element, const N: usize, L> SubView<'_, Exclusive, T, N, L> {
    /// The view for a shorter time, after which this one can be used again.
    #[inline]
    pub fn reborrow(&mut self) -> SubView<'_, Exclusive, T, N, L> {
        // SAFETY: the invariant; this view is not used as long as the new one.
        unsafe { SubView::from_grid(self.grid) }
    }

    /// A view that only reads. It can be copied.
    #[inline]
    pub fn as_shared(&self) -> SubView<'_, Shared, T, N, L> {
        // SAFETY: the invariant; no code writes through this view as long as it is borrowed.
        unsafe { SubView::from_grid(self.grid) }
    }
}

impl<T: Element, const N: usize, L> SubView<'_, Shared, T, N, L> {
    /// The address of the element with index zero; it may be NULL, or not aligned, where there is no element.
    #[inline]
    pub fn as_ptr(self) -> *const T {
        self.address()
    }
}

impl<T: Element, const N: usize, L> SubView<'_, Exclusive, T, N, L> {
    /// The address of the element with index zero, to be read; it may be NULL, or not aligned, where there is no element.
    #[inline]
    pub fn as_ptr(&self) -> *const T {
        self.address()
    }

    /// The address of the element with index zero; it may be NULL, or not aligned, where there is no element.
    #[inline]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.address()
    }
}
