//! Writing elements: the methods that exclusive [`View`]s and [`SubView`]s have in common, written once.

use core::ops::IndexMut;
use core::slice;

use super::iter::{IndexedMut, Iter};
use super::rows::{RowSlices, Rows, StridedRows};
use super::walk::Walk;
use super::{Access, Contiguous, Cpu, Exclusive, Layout, Rank, RankMarker, Strided, SubView, View};
use crate::tensor::Element;

/// Methods for any layout.
macro_rules! write {
    () => {
        /// An element to be written, if there is one with this index.
        #[inline]
        pub fn get_mut(&mut self, index: [usize; N]) -> Option<&mut T> {
            let element = self.grid().at::<L>(index)?;
            // SAFETY: View validity, and there is such an element.
            Some(unsafe { Exclusive::element(element) })
        }

        /// An element to be written, without a look at the extents.
        ///
        /// # Safety
        ///
        /// Every index is below the extent of its dimension.
        #[inline]
        pub unsafe fn get_unchecked_mut(&mut self, index: [usize; N]) -> &mut T {
            debug_assert!(self.grid().at::<L>(index).is_some(), "{index:?} is out of bounds");
            let element = self.grid().at_unchecked::<L>(index);
            // SAFETY: View validity; the caller's contract.
            unsafe { Exclusive::element(element) }
        }

        /// The elements with their indices, in order, to be written.
        #[inline]
        pub fn indexed_mut(&mut self) -> IndexedMut<'_, T, N> {
            let grid = self.grid();
            // SAFETY: View validity; the view is borrowed meanwhile.
            unsafe { IndexedMut::new(Walk::new(grid.address, grid.dims, grid.strides)) }
        }
    };
}

/// Methods for contiguous elements.
macro_rules! write_contiguous {
    ($life:lifetime) => {
        /// The elements in order, to be written.
        #[inline]
        pub fn as_mut_slice(&mut self) -> &mut [T] {
            self.reborrow().into_slice()
        }

        /// The elements in order, to be written for as long as this view would have lived.
        #[inline]
        pub fn into_slice(self) -> &$life mut [T] {
            let (address, len) = (self.address(), self.numel());
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes; this
            // view ends here.
            unsafe { Exclusive::elements(address, len) }
        }

        /// The elements in order, to be written.
        #[inline]
        pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
            self.as_mut_slice().iter_mut()
        }

        /// The elements in runs of `size`, whatever their indices, to be written; the last may be shorter.
        ///
        /// # Panics
        ///
        /// If `size` is 0.
        #[inline]
        #[track_caller]
        pub fn chunks_mut(&mut self, size: usize) -> slice::ChunksMut<'_, T> {
            self.as_mut_slice().chunks_mut(size)
        }
    };
}

/// Rows of contiguous elements.
macro_rules! write_contiguous_rows {
    () => {
        /// A row to be written: a run along the last dimension. Rows are numbered in the order of the dimensions before it.
        ///
        /// # Panics
        ///
        /// If there is no such row.
        #[inline]
        #[track_caller]
        pub fn row_mut(&mut self, row: usize) -> &mut [T] {
            let grid = self.grid();
            let address = grid.row::<Contiguous>(row);
            // SAFETY: View validity, and there is such a row; the view is borrowed meanwhile.
            unsafe { Exclusive::elements(address, grid.run().0) }
        }

        /// The rows, in order, to be written.
        #[inline]
        pub fn rows_mut(&mut self) -> Rows<'_, Exclusive, T> {
            // SAFETY: View validity; the view is borrowed meanwhile.
            unsafe { Rows::new(self.grid()) }
        }
    };
}

/// Methods for elements that may lie anywhere.
macro_rules! write_strided {
    () => {
        /// The elements in order, to be written, if that is how they lie.
        #[inline]
        pub fn as_mut_slice(&mut self) -> Option<&mut [T]> {
            let grid = self.grid();
            if !grid.is_contiguous() {
                return None;
            }
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes; the
            // view is borrowed meanwhile.
            Some(unsafe { Exclusive::elements(grid.address, grid.numel()) })
        }

        /// The elements in order, to be written.
        #[inline]
        pub fn iter_mut(&mut self) -> Iter<'_, Exclusive, T, Rank<N>> {
            let grid = self.grid();
            // SAFETY: View validity; the view is borrowed meanwhile.
            unsafe { Iter::new(Walk::new(grid.address, grid.dims, grid.strides)) }
        }

        /// A row to be written: a run along the last dimension. Rows are numbered in the order of the dimensions before it.
        ///
        /// # Panics
        ///
        /// If there is no such row.
        #[inline]
        #[track_caller]
        pub fn row_mut(&mut self, row: usize) -> SubView<'_, Exclusive, T, 1, Strided> {
            let row = self.grid().strided_row(row);
            // SAFETY: View validity, and there is such a row; the view is borrowed meanwhile.
            unsafe { SubView::from_grid(row) }
        }

        /// The rows, in order, to be written.
        #[inline]
        pub fn rows_mut(&mut self) -> StridedRows<'_, Exclusive, T, N> {
            // SAFETY: View validity; the view is borrowed meanwhile.
            unsafe { StridedRows::new(self.grid()) }
        }

        /// The rows, in order, as slices to be written, if the elements of a row are neighbours, see [`RowSlices`].
        #[inline]
        pub fn row_slices_mut(&mut self) -> Option<RowSlices<'_, Exclusive, T, N>> {
            // SAFETY: View validity; the view is borrowed meanwhile.
            unsafe { RowSlices::new(self.grid()) }
        }
    };
}

impl<T: Element, const N: usize, L: Layout> View<'_, Cpu, Exclusive, T, Rank<N>, L> {
    write!();
}

impl<T: Element, const N: usize, L: Layout> SubView<'_, Exclusive, T, N, L> {
    write!();
}

impl<'a, T: Element, R: RankMarker> View<'a, Cpu, Exclusive, T, R, Contiguous> {
    write_contiguous!('a);
}

impl<T: Element, const N: usize> View<'_, Cpu, Exclusive, T, Rank<N>, Contiguous> {
    write_contiguous_rows!();
}

impl<'a, T: Element, const N: usize> SubView<'a, Exclusive, T, N, Contiguous> {
    write_contiguous!('a);
    write_contiguous_rows!();
}

impl<T: Element, const N: usize> View<'_, Cpu, Exclusive, T, Rank<N>, Strided> {
    write_strided!();
}

impl<T: Element, const N: usize> SubView<'_, Exclusive, T, N, Strided> {
    write_strided!();
}

macro_rules! index_mut {
    ($($type:ty),*) => {$(
        impl<T: Element, const N: usize, L: Layout> IndexMut<[usize; N]> for $type {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, index: [usize; N]) -> &mut T {
                let element = self.grid().at_or_panic::<L>(index);
                // SAFETY: View validity, and there is such an element.
                unsafe { Exclusive::element(element) }
            }
        }
    )*};
}

index_mut!(View<'_, Cpu, Exclusive, T, Rank<N>, L>, SubView<'_, Exclusive, T, N, L>);
