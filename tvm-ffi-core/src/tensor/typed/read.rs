//! Reading elements: the methods that [`View`] and [`SubView`] have in common, written once.
//!
//! A view that can be copied gives references that live as long as what it views; one that is exclusive gives references
//! that live as long as it is borrowed.

use core::ops::Index;
use core::slice;

use super::iter::{Indexed, Iter};
use super::rows::{RowSlices, Rows, StridedRows};
use super::walk::Walk;
use super::{
    Access, Contiguous, CopyAccess, Cpu, Exclusive, Layout, Rank, RankMarker, Shared, Strided, SubView, View,
};
use crate::tensor::Element;

/// Methods for any layout.
macro_rules! read {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*]) => {
        /// An element, if there is one with this index.
        #[inline]
        pub fn get($($receiver)*, index: [usize; N]) -> Option<&$life <$access as Access>::Item<T>> {
            let element = $self.grid().at::<L>(index)?;
            // SAFETY: View validity, and there is such an element.
            Some(unsafe { $access::item(element) })
        }

        /// An element, without a look at the extents.
        ///
        /// # Safety
        ///
        /// Every index is below the extent of its dimension.
        #[inline]
        pub unsafe fn get_unchecked($($receiver)*, index: [usize; N]) -> &$life <$access as Access>::Item<T> {
            debug_assert!($self.grid().at::<L>(index).is_some(), "{index:?} is out of bounds");
            let element = $self.grid().at_unchecked::<L>(index);
            // SAFETY: View validity; the caller's contract.
            unsafe { $access::item(element) }
        }

        /// The elements with their indices, in order.
        #[inline]
        pub fn indexed($($receiver)*) -> Indexed<$life, $access, T, N> {
            let grid = $self.grid();
            // SAFETY: View validity.
            unsafe { Indexed::new(Walk::new(grid.address, grid.dims, grid.strides)) }
        }
    };
}

/// Methods for contiguous elements.
macro_rules! read_contiguous {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*]) => {
        /// The elements in order.
        #[inline]
        pub fn as_slice($($receiver)*) -> &$life [<$access as Access>::Item<T>] {
            let (address, len) = ($self.address(), $self.numel());
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes.
            unsafe { $access::items(address, len) }
        }

        /// The elements in order.
        #[inline]
        pub fn iter($($receiver)*) -> slice::Iter<$life, <$access as Access>::Item<T>> {
            $self.as_slice().iter()
        }

        /// The elements in runs of `size`, whatever their indices; the last may be shorter.
        ///
        /// # Panics
        ///
        /// If `size` is 0.
        #[inline]
        #[track_caller]
        pub fn chunks($($receiver)*, size: usize) -> slice::Chunks<$life, <$access as Access>::Item<T>> {
            $self.as_slice().chunks(size)
        }
    };
}

/// Rows of contiguous elements.
macro_rules! read_contiguous_rows {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*]) => {
        /// A row: a run along the last dimension. Rows are numbered in the order of the dimensions before it.
        ///
        /// # Panics
        ///
        /// If there is no such row.
        #[inline]
        #[track_caller]
        pub fn row($($receiver)*, row: usize) -> &$life [<$access as Access>::Item<T>] {
            let grid = $self.grid();
            let address = grid.row::<Contiguous>(row);
            // SAFETY: View validity, and there is such a row.
            unsafe { $access::items(address, grid.run().0) }
        }

        /// The rows, in order.
        #[inline]
        pub fn rows($($receiver)*) -> Rows<$life, $access, T> {
            // SAFETY: View validity.
            unsafe { Rows::new($self.grid()) }
        }
    };
}

/// Methods for elements that may lie anywhere.
macro_rules! read_strided {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*]) => {
        /// The elements in order, if that is how they lie.
        #[inline]
        pub fn as_slice($($receiver)*) -> Option<&$life [<$access as Access>::Item<T>]> {
            let grid = $self.grid();
            if !grid.is_contiguous() {
                return None;
            }
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes.
            Some(unsafe { $access::items(grid.address, grid.numel()) })
        }

        /// The elements in order.
        #[inline]
        pub fn iter($($receiver)*) -> Iter<$life, $access, T, Rank<N>> {
            let grid = $self.grid();
            // SAFETY: View validity.
            unsafe { Iter::new(Walk::new(grid.address, grid.dims, grid.strides)) }
        }

        /// A row: a run along the last dimension. Rows are numbered in the order of the dimensions before it.
        ///
        /// # Panics
        ///
        /// If there is no such row.
        #[inline]
        #[track_caller]
        pub fn row($($receiver)*, row: usize) -> SubView<$life, $access, T, 1, Strided> {
            let row = $self.grid().strided_row(row);
            // SAFETY: View validity, and there is such a row.
            unsafe { SubView::from_grid(row) }
        }

        /// The rows, in order.
        #[inline]
        pub fn rows($($receiver)*) -> StridedRows<$life, $access, T, N> {
            // SAFETY: View validity.
            unsafe { StridedRows::new($self.grid()) }
        }

        /// The rows, in order, as slices, if the elements of a row are neighbours, see [`RowSlices`].
        #[inline]
        pub fn row_slices($($receiver)*) -> Option<RowSlices<$life, $access, T, N>> {
            // SAFETY: View validity.
            unsafe { RowSlices::new($self.grid()) }
        }
    };
}

impl<'a, A: CopyAccess, T: Element, const N: usize, L: Layout> View<'a, Cpu, A, T, Rank<N>, L> {
    read!(A, 'a, self, [self]);
}

impl<'a, A: CopyAccess, T: Element, const N: usize, L: Layout> SubView<'a, A, T, N, L> {
    read!(A, 'a, self, [self]);
}

impl<T: Element, const N: usize, L: Layout> View<'_, Cpu, Exclusive, T, Rank<N>, L> {
    read!(Shared, '_, self, [&self]);
}

impl<T: Element, const N: usize, L: Layout> SubView<'_, Exclusive, T, N, L> {
    read!(Shared, '_, self, [&self]);
}

impl<'a, A: CopyAccess, T: Element, R: RankMarker> View<'a, Cpu, A, T, R, Contiguous> {
    read_contiguous!(A, 'a, self, [self]);
}

impl<'a, A: CopyAccess, T: Element, const N: usize> SubView<'a, A, T, N, Contiguous> {
    read_contiguous!(A, 'a, self, [self]);
    read_contiguous_rows!(A, 'a, self, [self]);
}

impl<T: Element, R: RankMarker> View<'_, Cpu, Exclusive, T, R, Contiguous> {
    read_contiguous!(Shared, '_, self, [&self]);
}

impl<T: Element, const N: usize> SubView<'_, Exclusive, T, N, Contiguous> {
    read_contiguous!(Shared, '_, self, [&self]);
    read_contiguous_rows!(Shared, '_, self, [&self]);
}

impl<'a, A: CopyAccess, T: Element, const N: usize> View<'a, Cpu, A, T, Rank<N>, Contiguous> {
    read_contiguous_rows!(A, 'a, self, [self]);
}

impl<T: Element, const N: usize> View<'_, Cpu, Exclusive, T, Rank<N>, Contiguous> {
    read_contiguous_rows!(Shared, '_, self, [&self]);
}

impl<'a, A: CopyAccess, T: Element, const N: usize> View<'a, Cpu, A, T, Rank<N>, Strided> {
    read_strided!(A, 'a, self, [self]);
}

impl<'a, A: CopyAccess, T: Element, const N: usize> SubView<'a, A, T, N, Strided> {
    read_strided!(A, 'a, self, [self]);
}

impl<T: Element, const N: usize> View<'_, Cpu, Exclusive, T, Rank<N>, Strided> {
    read_strided!(Shared, '_, self, [&self]);
}

impl<T: Element, const N: usize> SubView<'_, Exclusive, T, N, Strided> {
    read_strided!(Shared, '_, self, [&self]);
}

macro_rules! index {
    ($($type:ty),*) => {$(
        impl<A: Access, T: Element, const N: usize, L: Layout> Index<[usize; N]> for $type {
            type Output = A::Item<T>;

            #[inline]
            #[track_caller]
            fn index(&self, index: [usize; N]) -> &A::Item<T> {
                let element = self.grid().at_or_panic::<L>(index);
                // SAFETY: View validity, and there is such an element.
                unsafe { A::item(element) }
            }
        }
    )*};
}

index!(View<'_, Cpu, A, T, Rank<N>, L>, SubView<'_, A, T, N, L>);
