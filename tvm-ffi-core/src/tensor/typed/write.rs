//! Writing elements that lie next to each other, and by index.

use core::ops::IndexMut;
use core::slice;

use super::{Access, Contiguous, Cpu, Exclusive, Layout, Rank, RankMarker, SubView, View};
use crate::tensor::Element;

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

impl<'a, T: Element, R: RankMarker> View<'a, Cpu, Exclusive, T, R, Contiguous> {
    write_contiguous!('a);
}

impl<'a, T: Element, const N: usize> SubView<'a, Exclusive, T, N, Contiguous> {
    write_contiguous!('a);
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
