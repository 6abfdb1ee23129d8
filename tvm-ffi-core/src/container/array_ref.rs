//! Sequences, borrowed for a call.

use core::fmt;
use core::marker::PhantomData;

use super::build::Container;
use super::items::{SequenceHolder, Shapes, array_items, items};
use super::iter::{Borrowed, Iter, borrowed};
use crate::any::{Any, AnyView};
use crate::container::exact::sequence_distance;
use crate::container::frozen::frozen_elements;
use crate::container::sequence::explain_sequence;
use crate::convert::container_type;
use crate::convert::{
    FromAnyView, Holders, Holding, Kind, Lent, Mismatch, Parameter, Reach, TypeTag, accepted_item,
    accepts_items, decode_argument, level,
};
use crate::tensor_metadata::TensorMetadata;

/// A sequence that is borrowed for a call, and whose elements convert to `T`.
///
/// It accepts an `Array` (which is what a Python list or tuple arrives as), a `List`, and for integers a `Shape`. Every
/// element is checked when the argument is decoded; one that does not convert is an error with its position. An array is
/// then read where it is, the others from a snapshot.
///
/// ```
/// # use tvm_ffi_core::ArrayRef;
/// fn sum(values: ArrayRef<'_, i64>) -> i64 {
///     values.iter().sum()
/// }
///
/// fn longest(names: ArrayRef<'_, &str>) -> usize {
///     names.iter().map(str::len).max().unwrap_or(0)
/// }
/// ```
///
/// Elements of a borrowed type borrow for the same call: those of an `ArrayRef<'a, &str>` are `&'a str`. So `T` is a
/// [`Parameter`], which names its type for every lifetime.
///
/// An element is converted each time it is read. To use elements often, convert them once:
/// [`to_vec`](Self::to_vec), or a `Vec<T>` parameter.
///
/// A callback that changes a list does not change the elements here, except for a list inside the sequence, which is read
/// again each time. No other thread may change a list while it is read, see [`List`](crate::List).
pub struct ArrayRef<'a, T: Parameter> {
    items: &'a [Any],
    holders: &'a Holders<HolderOf<'a, T>>,
    marker: PhantomData<fn() -> T>,
}

type HolderOf<'a, T> = <<T as Parameter>::Item<'a> as FromAnyView<'a>>::Holder;

impl<'a, T: Parameter> ArrayRef<'a, T> {
    #[inline]
    fn checked(items: &'a [Any], holders: &'a Holders<HolderOf<'a, T>>) -> Option<Self> {
        let _level = level::<T::Item<'a>>()?;
        accepts_items::<T::Item<'a>>(items, holders).then_some(Self { items, holders, marker: PhantomData })
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Element `index`, if there is one.
    ///
    /// # Panics
    ///
    /// If the element is a list or a dict that was changed during the call so that it does not convert any more.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::Item<'a>> {
        Some(self.item(self.items.get(index)?))
    }

    /// The elements in order.
    ///
    /// # Panics
    ///
    /// The iterator panics if [`get`](Self::get) would.
    #[inline]
    pub fn iter(&self) -> Iter<'a, Self> {
        Iter::new(*self)
    }

    /// The elements as a vector.
    ///
    /// # Panics
    ///
    /// If [`get`](Self::get) would.
    pub fn to_vec(&self) -> Vec<T::Item<'a>> {
        self.iter().collect()
    }

    /// The elements as they are, without conversion.
    #[inline]
    pub fn as_anys(&self) -> &'a [Any] {
        self.items
    }
}

borrowed!(ArrayRef<T>);

impl<'a, T: Parameter> Borrowed<'a> for ArrayRef<'a, T> {
    type Raw = core::slice::Iter<'a, Any>;
    type Item = T::Item<'a>;

    #[inline]
    fn raw(self) -> Self::Raw {
        self.items.iter()
    }

    #[inline]
    fn item(self, raw: &'a Any) -> T::Item<'a> {
        accepted_item(raw, self.holders)
    }
}

impl<'a, T: Parameter> fmt::Debug for ArrayRef<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

container_type! {
    {'a, T: Parameter} ArrayRef<'a, T> where {}, TypeTag::Array(<T::Item<'a>>::TAG), [T::Item<'a>],
    {quiet: matches!(T::Item::<'a>::FACTS.kind, Kind::Scalar), listed: matches!(T::Item::<'a>::FACTS.reach, Reach::Tensor), lent: Lent::Itself,},
    view => sequence_distance::<T::Item<'a>>(view, Container::Array),

    fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
        self.iter().all(|element| element.all_tensors(test))
    }
}

impl<'a, T: Parameter> FromAnyView<'a> for ArrayRef<'a, T> {
    type Holder = SequenceHolder<Holders<HolderOf<'a, T>>>;

    #[inline]
    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        let SequenceHolder { snapshot, elements } = holder;
        Self::checked(items(view, snapshot, Shapes::accepted_by::<T::Item<'a>>())?, elements)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_sequence::<T::Item<'a>, Self>(view)
    }

    /// An argument is read in place, or the call begins again with an array: a snapshot would cost every call.
    #[inline]
    unsafe fn decode_argument(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        array_items(view)?;
        decode_argument(view, holder)
    }

    fn freeze(view: AnyView<'_>) -> Option<Any> {
        let freeze = |_, item: AnyView<'_>| T::Item::<'a>::freeze(item);
        frozen_elements(view, Shapes::accepted_by::<T::Item<'a>>(), freeze)
    }

    #[inline]
    fn decode_element(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> Option<Self> {
        match array_items(element) {
            // Arrays are read in place, so that one holder serves all of them.
            Some(items) => Self::checked(items, &holders.shared().elements),
            None => Self::decode(element, holders.make()),
        }
    }
}

impl<T: Parameter> Parameter for ArrayRef<'_, T> {
    type Item<'a> = ArrayRef<'a, T>;
}
