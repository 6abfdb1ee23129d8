//! Ways through the elements of a view.

use core::marker::PhantomData;

use super::grid::Grid;
use super::walk::Walk;
use super::{Access, CopyAccess, Exclusive, Rank, RankMarker, SubView};
use crate::tensor::Element;

/// The elements of a view, in the order of their indices: `&T`, `&mut T`, or `&Cell<T>`.
// Invariant: View validity of what is left of the walk, for `'a`; an exclusive view is not used meanwhile.
pub struct Iter<'a, A, T: Element, R: RankMarker> {
    walk: Walk<T, R>,
    marker: PhantomData<(&'a T, A)>,
}

impl<A, T: Element, R: RankMarker> Iter<'_, A, T, R> {
    /// # Safety
    ///
    /// The invariant.
    #[inline]
    pub(super) unsafe fn new(walk: Walk<T, R>) -> Self {
        Self { walk, marker: PhantomData }
    }
}

impl<'a, A: Access, T: Element, R: RankMarker> Iterator for Iter<'a, A, T, R> {
    type Item = A::Ref<'a, T>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let element = self.walk.next()?;
        // SAFETY: the invariant; an exclusive view leads to each element once.
        Some(unsafe { A::element(element) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.left(), Some(self.walk.left()))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut each: F) -> B {
        // SAFETY: as in `next`.
        self.walk.fold(init, |value, element| each(value, unsafe { A::element(element) }))
    }
}

impl<'a, A: Access, T: Element, const N: usize, L> IntoIterator for SubView<'a, A, T, N, L> {
    type Item = A::Ref<'a, T>;
    type IntoIter = Iter<'a, A, T, Rank<N>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        let Grid { address, dims, strides } = self.grid();
        // SAFETY: View validity; this view ends here.
        unsafe { Iter::new(Walk::new(address, dims, strides)) }
    }
}

impl<A: CopyAccess, T: Element, R: RankMarker> Clone for Iter<'_, A, T, R> {
    #[inline]
    fn clone(&self) -> Self {
        Self { walk: self.walk.clone(), marker: PhantomData }
    }
}

/// The elements of a view with their indices, in order.
// Invariant: as for `Iter`.
pub struct Indexed<'a, A, T: Element, const N: usize> {
    walk: Walk<T, Rank<N>>,
    marker: PhantomData<(&'a T, A)>,
}

impl<A, T: Element, const N: usize> Indexed<'_, A, T, N> {
    /// # Safety
    ///
    /// The invariant.
    #[inline]
    pub(super) unsafe fn new(walk: Walk<T, Rank<N>>) -> Self {
        Self { walk, marker: PhantomData }
    }
}

impl<A: CopyAccess, T: Element, const N: usize> Iterator for Indexed<'_, A, T, N> {
    type Item = ([usize; N], T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = *self.walk.index();
        let element = self.walk.next()?;
        // SAFETY: the invariant: there is an element, which no code writes at the same time.
        Some((index, unsafe { element.read() }))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.left(), Some(self.walk.left()))
    }
}

impl<A: CopyAccess, T: Element, const N: usize> Clone for Indexed<'_, A, T, N> {
    #[inline]
    fn clone(&self) -> Self {
        Self { walk: self.walk.clone(), marker: PhantomData }
    }
}

/// An iterator over elements to be written, with their indices.
pub type IndexedMut<'a, T, const N: usize> = Indexed<'a, Exclusive, T, N>;

impl<'a, T: Element, const N: usize> Iterator for Indexed<'a, Exclusive, T, N> {
    type Item = ([usize; N], &'a mut T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = *self.walk.index();
        let element = self.walk.next()?;
        // SAFETY: the invariant; the view leads to each element once.
        Some((index, unsafe { Exclusive::element(element) }))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.left(), Some(self.walk.left()))
    }
}

macro_rules! exact {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> ExactSizeIterator for $type {}
        impl<$($generics)*> core::iter::FusedIterator for $type {}

        impl<$($generics)*> core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, "{} left", self.len())
            }
        }
    )*};
}
pub(super) use exact;

exact! {
    [A: Access, T: Element, R: RankMarker] Iter<'_, A, T, R>;
    [A: CopyAccess, T: Element, const N: usize] Indexed<'_, A, T, N>;
    [T: Element, const N: usize] Indexed<'_, Exclusive, T, N>;
}
