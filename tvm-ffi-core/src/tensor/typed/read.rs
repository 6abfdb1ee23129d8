//! Reading elements that lie next to each other, and by index.

use core::ops::Index;
use core::slice;

use super::{
    Access, Contiguous, CopyAccess, Cpu, Exclusive, Layout, Rank, RankMarker, Shared, SubView, View,
};
use crate::tensor::Element;

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

impl<'a, A: CopyAccess, T: Element, R: RankMarker> View<'a, Cpu, A, T, R, Contiguous> {
    read_contiguous!(A, 'a, self, [self]);
}

impl<'a, A: CopyAccess, T: Element, const N: usize> SubView<'a, A, T, N, Contiguous> {
    read_contiguous!(A, 'a, self, [self]);
}

impl<T: Element, R: RankMarker> View<'_, Cpu, Exclusive, T, R, Contiguous> {
    read_contiguous!(Shared, '_, self, [&self]);
}

impl<T: Element, const N: usize> SubView<'_, Exclusive, T, N, Contiguous> {
    read_contiguous!(Shared, '_, self, [&self]);
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
