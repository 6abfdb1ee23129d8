//! Writing elements: the methods that exclusive [`View`]s and [`SubView`]s have in common, written once.

use core::ops::IndexMut;

use super::{Contiguous, Cpu, Exclusive, Layout, Rank, RankMarker, SubView, View};
use crate::tensor::Element;

/// Methods for any layout.
macro_rules! write {
    () => {
        /// An element to be written, if there is one with this index.
        #[inline(always)]
        pub fn get_mut(&mut self, index: [usize; N]) -> Option<&mut T> {
            let element = self.grid().at::<L>(index)?;
            // SAFETY: View validity, and there is such an element.
            Some(unsafe { &mut *element })
        }

        /// An element to be written, without a look at the extents.
        ///
        /// # Safety
        ///
        /// Every index is below the extent of its dimension.
        #[inline(always)]
        pub unsafe fn get_unchecked_mut(&mut self, index: [usize; N]) -> &mut T {
            debug_assert!(self.grid().at::<L>(index).is_some(), "{index:?} is out of bounds");
            let element = self.grid().at_unchecked::<L>(index);
            // SAFETY: View validity; the caller's contract.
            unsafe { &mut *element }
        }
    };
}

/// Methods for elements that lie in order.
macro_rules! write_contiguous {
    ($life:lifetime) => {
        /// The elements in order, to be written.
        #[inline(always)]
        pub fn as_mut_slice(&mut self) -> &mut [T] {
            self.reborrow().into_slice()
        }

        /// The elements in order, to be written for as long as this view would have lived.
        #[inline(always)]
        pub fn into_slice(self) -> &$life mut [T] {
            let (address, len) = (self.address(), self.numel());
            if len == 0 {
                return &mut [];
            }
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes; this
            // view ends here.
            unsafe { core::slice::from_raw_parts_mut(address, len) }
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

impl<'a, T: Element, const N: usize> SubView<'a, Exclusive, T, N, Contiguous> {
    write_contiguous!('a);
}

impl<T: Element, const N: usize, L: Layout> IndexMut<[usize; N]> for View<'_, Cpu, Exclusive, T, Rank<N>, L> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        let element = self.grid().at_or_panic::<L>(index);
        // SAFETY: View validity, and there is such an element.
        unsafe { &mut *element }
    }
}

impl<T: Element, const N: usize, L: Layout> IndexMut<[usize; N]> for SubView<'_, Exclusive, T, N, L> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        let element = self.grid().at_or_panic::<L>(index);
        // SAFETY: View validity, and there is such an element.
        unsafe { &mut *element }
    }
}
