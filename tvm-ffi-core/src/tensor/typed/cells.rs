//! Elements that others may write too.

use core::cell::Cell;

use super::{Cells, Contiguous, Cpu, Layout, Rank, RankMarker, SubView, View};
use crate::tensor::Element;

/// Methods of views and of parts of them.
macro_rules! cells {
    ($life:lifetime) => {
        /// The elements in order, each in a cell.
        #[inline]
        pub fn as_cells(self) -> &$life [Cell<T>] {
            self.as_slice()
        }
    };
}

impl<'a, T: Element, R: RankMarker> View<'a, Cpu, Cells, T, R, Contiguous> {
    cells!('a);
}

impl<'a, T: Element, const N: usize> SubView<'a, Cells, T, N, Contiguous> {
    cells!('a);
}

impl<T: Element, R, L> View<'_, Cpu, Cells, T, R, L> {
    /// The address of the first element; it may be NULL, or not aligned, where there is none.
    #[inline]
    pub fn as_ptr(self) -> *mut T {
        self.address()
    }
}

impl<T: Element, const N: usize, L> SubView<'_, Cells, T, N, L> {
    /// The address of the element with index zero; it may be NULL, or not aligned, where there is no element.
    #[inline]
    pub fn as_ptr(self) -> *mut T {
        self.address()
    }
}

impl<T: Element, const N: usize, L: Layout> View<'_, Cpu, Cells, T, Rank<N>, L> {
    /// Writes an element.
    ///
    /// # Panics
    ///
    /// If there is none with this index.
    #[inline]
    #[track_caller]
    pub fn set(self, index: [usize; N], value: T) {
        self[index].set(value);
    }
}

impl<T: Element, const N: usize, L: Layout> SubView<'_, Cells, T, N, L> {
    /// Writes an element.
    ///
    /// # Panics
    ///
    /// If there is none with this index.
    #[inline]
    #[track_caller]
    pub fn set(self, index: [usize; N], value: T) {
        self[index].set(value);
    }
}
