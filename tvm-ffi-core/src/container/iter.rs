//! The iterator over borrowed containers.

use core::fmt;
use core::iter::FusedIterator;

/// A borrowed container, whose items are decoded when they are asked for.
pub trait Borrowed<'a>: Copy {
    /// An iterator over the elements or entries, undecoded.
    type Raw: DoubleEndedIterator + ExactSizeIterator + Clone + fmt::Debug;
    /// An item of the iterator.
    type Item;

    /// All items, undecoded.
    fn raw(self) -> Self::Raw;

    /// Decodes an item.
    fn item(self, raw: <Self::Raw as Iterator>::Item) -> Self::Item;
}

/// The items of an [`ArrayRef`](crate::ArrayRef) or a [`MapRef`](crate::MapRef).
#[derive(Clone)]
pub struct Iter<'a, C: Borrowed<'a>> {
    raw: C::Raw,
    container: C,
    marker: core::marker::PhantomData<&'a ()>,
}

impl<'a, C: Borrowed<'a>> Iter<'a, C> {
    #[inline]
    pub(super) fn new(container: C) -> Self {
        Self { raw: container.raw(), container, marker: core::marker::PhantomData }
    }
}

impl<'a, C: Borrowed<'a>> Iterator for Iter<'a, C> {
    type Item = C::Item;

    #[inline]
    fn next(&mut self) -> Option<C::Item> {
        Some(self.container.item(self.raw.next()?))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.raw.size_hint()
    }
}

impl<'a, C: Borrowed<'a>> DoubleEndedIterator for Iter<'a, C> {
    #[inline]
    fn next_back(&mut self) -> Option<C::Item> {
        Some(self.container.item(self.raw.next_back()?))
    }
}

impl<'a, C: Borrowed<'a>> ExactSizeIterator for Iter<'a, C> {}
impl<'a, C: Borrowed<'a>> FusedIterator for Iter<'a, C> {}

impl<'a, C: Borrowed<'a>> fmt::Debug for Iter<'a, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Iter").field(&self.raw).finish()
    }
}

/// Implements [`Clone`], [`Copy`], and [`IntoIterator`] for a borrowed container and a reference to one.
macro_rules! borrowed {
    ($name:ident<$($param:ident),+>) => {
        impl<'a, $($param: Parameter),+> Clone for $name<'a, $($param),+> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<'a, $($param: Parameter),+> Copy for $name<'a, $($param),+> {}

        impl<'a, $($param: Parameter),+> IntoIterator for $name<'a, $($param),+> {
            type Item = <Self as Borrowed<'a>>::Item;
            type IntoIter = Iter<'a, Self>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<'a, $($param: Parameter),+> IntoIterator for &$name<'a, $($param),+> {
            type Item = <$name<'a, $($param),+> as Borrowed<'a>>::Item;
            type IntoIter = Iter<'a, $name<'a, $($param),+>>;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }
    };
}
pub(super) use borrowed;
