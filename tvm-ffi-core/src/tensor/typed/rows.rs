//! The rows of a view: runs along its last dimension.

use core::marker::PhantomData;

use super::grid::Grid;
use super::iter::exact;
use super::walk::Walk;
use super::{Access, Contiguous, CopyAccess, Rank, Strided, SubView};
use crate::tensor::Element;

/// The rows of a view whose elements lie in order, as slices: `&[T]`, `&mut [T]`, or `&[Cell<T>]`.
// Invariant: View validity of so many elements as the rows that are left have, from the address on, for `'a`; an exclusive view
// is not used meanwhile.
pub struct Rows<'a, A, T: Element> {
    /// The first element of each row that is left.
    starts: Grid<T, 1>,
    len: usize,
    marker: PhantomData<(&'a T, A)>,
}

impl<A, T: Element> Rows<'_, A, T> {
    /// # Safety
    ///
    /// View validity of the elements of a grid that lie in order; an exclusive view is not used meanwhile.
    #[inline]
    pub(super) unsafe fn new<const N: usize>(grid: Grid<T, N>) -> Self {
        let len = grid.run().0;
        let starts = Grid { address: grid.address, dims: [grid.rows()], strides: [len as isize] };
        Self { starts, len, marker: PhantomData }
    }
}

impl<'a, A: Access, T: Element> Iterator for Rows<'a, A, T> {
    type Item = A::Slice<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let Grid { address, dims: [left], strides: [len] } = self.starts;
        let left = left.checked_sub(1)?;
        self.starts.address = address.wrapping_offset(len);
        self.starts.dims = [left];
        // SAFETY: the invariant: a row is there, which no other shares elements with.
        Some(unsafe { A::elements(address, self.len) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.starts.dims[0], Some(self.starts.dims[0]))
    }
}

impl<A: Access, T: Element> DoubleEndedIterator for Rows<'_, A, T> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.starts.dims[0].checked_sub(1)?;
        self.starts.dims = [left];
        let row = self.starts.address.wrapping_offset((left as isize).wrapping_mul(self.starts.strides[0]));
        // SAFETY: the invariant: a row is there, which no other shares elements with.
        Some(unsafe { A::elements(row, self.len) })
    }
}

impl<A: CopyAccess, T: Element> Clone for Rows<'_, A, T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { starts: self.starts, len: self.len, marker: PhantomData }
    }
}

/// The rows of a view whose elements may lie anywhere, as views with one dimension.
// Invariant: View validity of the rows that are left of the walk, for `'a`; an exclusive view is not used meanwhile.
pub struct StridedRows<'a, A, T: Element, const N: usize> {
    walk: Walk<T, Rank<N>>,
    len: usize,
    stride: isize,
    marker: PhantomData<(&'a T, A)>,
}

impl<A, T: Element, const N: usize> StridedRows<'_, A, T, N> {
    /// # Safety
    ///
    /// View validity of what the grid reaches; an exclusive view is not used meanwhile.
    #[inline]
    pub(super) unsafe fn new(grid: Grid<T, N>) -> Self {
        let (mut dims, (len, stride)) = (grid.dims, grid.run());
        if let Some(last) = dims.last_mut() {
            *last = 1;
        }
        Self { walk: Walk::new(grid.address, dims, grid.strides), len, stride, marker: PhantomData }
    }
}

impl<'a, A, T: Element, const N: usize> Iterator for StridedRows<'a, A, T, N> {
    type Item = SubView<'a, A, T, 1, Strided>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let address = self.walk.next()?;
        let row = Grid { address, dims: [self.len], strides: [self.stride] };
        // SAFETY: the invariant: a row is there, which no other shares elements with where the view is exclusive.
        Some(unsafe { SubView::from_grid(row) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.left(), Some(self.walk.left()))
    }
}

impl<A: CopyAccess, T: Element, const N: usize> Clone for StridedRows<'_, A, T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self { walk: self.walk.clone(), len: self.len, stride: self.stride, marker: PhantomData }
    }
}

impl<'a, A, T: Element, const N: usize> SubView<'a, A, T, N, Contiguous> {
    /// The rows, in order, for as long as this view would have lived.
    #[inline]
    pub fn into_rows(self) -> Rows<'a, A, T> {
        // SAFETY: View validity; this view ends here.
        unsafe { Rows::new(self.grid()) }
    }
}

impl<'a, A, T: Element, const N: usize> SubView<'a, A, T, N, Strided> {
    /// The rows, in order, for as long as this view would have lived.
    #[inline]
    pub fn into_rows(self) -> StridedRows<'a, A, T, N> {
        // SAFETY: View validity; this view ends here.
        unsafe { StridedRows::new(self.grid()) }
    }
}

exact! {
    [A: Access, T: Element] Rows<'_, A, T>;
    [A, T: Element, const N: usize] StridedRows<'_, A, T, N>;
}
