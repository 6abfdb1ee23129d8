//! Reading elements: the methods that [`View`] and [`SubView`] have in common, written once.
//!
//! A view that can be copied gives references that live as long as what it views; one that is exclusive gives references
//! that live as long as it is borrowed.

use core::ops::Index;

use super::{
    Access, Contiguous, CopyAccess, Cpu, Exclusive, Layout, Rank, RankMarker, Shared, SubView, View,
};
use crate::tensor::Element;

/// Methods for any layout.
macro_rules! read {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*]) => {
        /// An element, if there is one with this index.
        #[inline(always)]
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
        #[inline(always)]
        pub unsafe fn get_unchecked($($receiver)*, index: [usize; N]) -> &$life <$access as Access>::Item<T> {
            debug_assert!($self.grid().at::<L>(index).is_some(), "{index:?} is out of bounds");
            let element = $self.grid().at_unchecked::<L>(index);
            // SAFETY: View validity; the caller's contract.
            unsafe { $access::item(element) }
        }
    };
}

/// Methods for elements that lie in order.
macro_rules! read_contiguous {
    ($access:ident, $life:lifetime, $self:ident, [$($receiver:tt)*]) => {
        /// The elements in order.
        #[inline(always)]
        pub fn as_slice($($receiver)*) -> &$life [<$access as Access>::Item<T>] {
            let (address, len) = ($self.address(), $self.numel());
            // SAFETY: View validity: so many elements lie there without gaps, aligned, in at most `isize::MAX` bytes.
            unsafe { $access::items(address, len) }
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

impl<'a, T: Element, R: RankMarker> View<'a, Cpu, Shared, T, R, Contiguous> {
    read_contiguous!(Shared, 'a, self, [self]);
}

impl<'a, T: Element, const N: usize> SubView<'a, Shared, T, N, Contiguous> {
    read_contiguous!(Shared, 'a, self, [self]);
}

impl<T: Element, R: RankMarker> View<'_, Cpu, Exclusive, T, R, Contiguous> {
    read_contiguous!(Shared, '_, self, [&self]);
}

impl<T: Element, const N: usize> SubView<'_, Exclusive, T, N, Contiguous> {
    read_contiguous!(Shared, '_, self, [&self]);
}

impl<A: Access, T: Element, const N: usize, L: Layout> Index<[usize; N]> for View<'_, Cpu, A, T, Rank<N>, L> {
    type Output = A::Item<T>;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: [usize; N]) -> &A::Item<T> {
        let element = self.grid().at_or_panic::<L>(index);
        // SAFETY: View validity, and there is such an element.
        unsafe { A::item(element) }
    }
}

impl<A: Access, T: Element, const N: usize, L: Layout> Index<[usize; N]> for SubView<'_, A, T, N, L> {
    type Output = A::Item<T>;

    #[inline(always)]
    #[track_caller]
    fn index(&self, index: [usize; N]) -> &A::Item<T> {
        let element = self.grid().at_or_panic::<L>(index);
        // SAFETY: View validity, and there is such an element.
        unsafe { A::item(element) }
    }
}
