//! The methods for elements and rows, which read and which write, of [`View`] and [`SubView`].
//!
//! A view that can be copied gives references that live as long as what it views; one that is exclusive gives references
//! that live as long as it is borrowed.

use super::iter::{Indexed, Iter};
use super::rows::{RowSlices, Rows, StridedRows};
use super::walk::Walk;
use super::{Access, Contiguous, CopyAccess, Cpu, Exclusive, Layout, Rank, Shared, Strided, SubView, View};
use crate::tensor::Element;

/// Methods for any layout.
macro_rules! elements {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*], $one:ty, $many:ty, $item:ident, $items:ident,
    [$get:ident $get_unchecked:ident $indexed:ident]) => {
        /// An element, if there is one with this index.
        #[inline]
        pub fn $get($($receiver)*, index: [usize; N]) -> Option<$one> {
            let element = $self.grid().at::<L>(index)?;
            // SAFETY: View validity, and there is such an element; an exclusive view is borrowed meanwhile.
            Some(unsafe { $access::$item(element) })
        }

        /// An element, without a look at the extents.
        ///
        /// # Safety
        ///
        /// Every index is below the extent of its dimension.
        #[inline]
        pub unsafe fn $get_unchecked($($receiver)*, index: [usize; N]) -> $one {
            debug_assert!($self.grid().at::<L>(index).is_some(), "{index:?} is out of bounds");
            let element = $self.grid().at_unchecked::<L>(index);
            // SAFETY: View validity; the caller's contract; an exclusive view is borrowed meanwhile.
            unsafe { $access::$item(element) }
        }

        /// The elements with their indices, in order.
        #[inline]
        pub fn $indexed($($receiver)*) -> Indexed<$life, $access, T, N> {
            let grid = $self.grid();
            // SAFETY: View validity; an exclusive view is borrowed meanwhile.
            unsafe { Indexed::new(Walk::new(grid.address, grid.dims, grid.strides)) }
        }
    };
}

/// Rows of contiguous elements.
macro_rules! rows {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*], $one:ty, $many:ty, $item:ident, $items:ident,
    [$row:ident $rows:ident]) => {
        /// A row: a run along the last dimension. Rows are numbered in the order of the dimensions before it.
        ///
        /// # Panics
        ///
        /// If there is no such row.
        #[inline]
        #[track_caller]
        pub fn $row($($receiver)*, row: usize) -> $many {
            let grid = $self.grid();
            let address = grid.row::<Contiguous>(row);
            // SAFETY: View validity, and there is such a row; an exclusive view is borrowed meanwhile.
            unsafe { $access::$items(address, grid.run().0) }
        }

        /// The rows, in order.
        #[inline]
        pub fn $rows($($receiver)*) -> Rows<$life, $access, T> {
            // SAFETY: View validity; an exclusive view is borrowed meanwhile.
            unsafe { Rows::new($self.grid()) }
        }
    };
}

/// Methods for elements that may lie anywhere.
macro_rules! strided {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*], $one:ty, $many:ty, $item:ident, $items:ident,
    [$as_slice:ident $iter:ident $row:ident $rows:ident $row_slices:ident]) => {
        /// The elements in order, if that is how they lie.
        #[inline]
        pub fn $as_slice($($receiver)*) -> Option<$many> {
            let grid = $self.grid();
            if !grid.is_contiguous() {
                return None;
            }
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes; an
            // exclusive view is borrowed meanwhile.
            Some(unsafe { $access::$items(grid.address, grid.numel()) })
        }

        /// The elements in order.
        #[inline]
        pub fn $iter($($receiver)*) -> Iter<$life, $access, T, Rank<N>> {
            let grid = $self.grid();
            // SAFETY: View validity; an exclusive view is borrowed meanwhile.
            unsafe { Iter::new(Walk::new(grid.address, grid.dims, grid.strides)) }
        }

        /// A row: a run along the last dimension. Rows are numbered in the order of the dimensions before it.
        ///
        /// # Panics
        ///
        /// If there is no such row.
        #[inline]
        #[track_caller]
        pub fn $row($($receiver)*, row: usize) -> SubView<$life, $access, T, 1, Strided> {
            let row = $self.grid().strided_row(row);
            // SAFETY: View validity, and there is such a row; an exclusive view is borrowed meanwhile.
            unsafe { SubView::from_grid(row) }
        }

        /// The rows, in order.
        #[inline]
        pub fn $rows($($receiver)*) -> StridedRows<$life, $access, T, N> {
            // SAFETY: View validity; an exclusive view is borrowed meanwhile.
            unsafe { StridedRows::new($self.grid()) }
        }

        /// The rows, in order, as slices, if the elements of a row are neighbours, see [`RowSlices`].
        #[inline]
        pub fn $row_slices($($receiver)*) -> Option<RowSlices<$life, $access, T, N>> {
            // SAFETY: View validity; an exclusive view is borrowed meanwhile.
            unsafe { RowSlices::new($self.grid()) }
        }
    };
}

/// Methods for each kind of view, by the names that read and those that write.
macro_rules! of_views {
    ($methods:ident, $layout:ident $([$($bound:tt)*])?, $read:tt, $write:tt) => {
        impl<'a, A: CopyAccess, T: Element, const N: usize $(, $($bound)*)?> View<'a, Cpu, A, T, Rank<N>, $layout> {
            $methods!(A, 'a, self, [self], &'a A::Item<T>, &'a [A::Item<T>], item, items, $read);
        }

        impl<'a, A: CopyAccess, T: Element, const N: usize $(, $($bound)*)?> SubView<'a, A, T, N, $layout> {
            $methods!(A, 'a, self, [self], &'a A::Item<T>, &'a [A::Item<T>], item, items, $read);
        }

        impl<T: Element, const N: usize $(, $($bound)*)?> View<'_, Cpu, Exclusive, T, Rank<N>, $layout> {
            $methods!(Shared, '_, self, [&self], &T, &[T], item, items, $read);
            $methods!(Exclusive, '_, self, [&mut self], &mut T, &mut [T], element, elements, $write);
        }

        impl<T: Element, const N: usize $(, $($bound)*)?> SubView<'_, Exclusive, T, N, $layout> {
            $methods!(Shared, '_, self, [&self], &T, &[T], item, items, $read);
            $methods!(Exclusive, '_, self, [&mut self], &mut T, &mut [T], element, elements, $write);
        }
    };
}

of_views!(elements, L [L: Layout], [get get_unchecked indexed], [get_mut get_unchecked_mut indexed_mut]);
of_views!(rows, Contiguous, [row rows], [row_mut rows_mut]);
of_views!(
    strided, Strided,
    [as_slice iter row rows row_slices],
    [as_mut_slice iter_mut row_mut rows_mut row_slices_mut]
);
