//! Sequences of std: from arrays, lists, shapes, and bytes; to arrays.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use crate::any::{Any, AnyView};
use crate::container::build::{Container, array};
use crate::container::exact::{sequence_distance, tuple_distance};
use crate::container::frozen::frozen_elements;
use crate::container::items::{SequenceHolder, Shapes, Snapshot, array_items, items};
use crate::convert::container_type;
use crate::convert::{
    FfiType, FromAnyView, Holders, Holding, IntoAny, Lent, Mismatch, Parameter, TensorType, TypeTag,
    bytes_of, decode_items, explain_items, level,
};
use crate::tensor_metadata::TensorMetadata;

/// Decodes a sequence of any length. An array costs no stack frame here.
fn decode<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut HolderOf<'a, T>) -> Option<Vec<T>> {
    match array_items(view) {
        Some(items) => decode_level(items, &holder.elements),
        None => decode_rare(view, holder),
    }
}

/// Decodes a sequence other than an array, or bytes.
#[cold]
#[inline(never)]
fn decode_rare<'a, T: FromAnyView<'a>>(view: AnyView<'a>, holder: &'a mut HolderOf<'a, T>) -> Option<Vec<T>> {
    match items(view, &mut holder.snapshot, Shapes::accepted_by::<T>()) {
        Some(items) => decode_level(items, &holder.elements),
        None => from_bytes(view),
    }
}

#[inline(never)]
fn decode_level<'a, T: FromAnyView<'a>>(
    items: &'a [Any],
    elements: &'a Holders<T::Holder>,
) -> Option<Vec<T>> {
    let _level = level::<T>()?;
    decode_items(items, elements)
}

/// Why a value is not a sequence of `T`, of a length if one is given.
fn explain<'a, T: FromAnyView<'a>, C: FfiType>(view: AnyView<'_>, length: Option<usize>) -> Option<Mismatch> {
    let mut snapshot = Snapshot::default();
    if let Some(items) = items(view, &mut snapshot, Shapes::accepted_by::<T>()) {
        return explain_length(length, items.len()).or_else(|| explain_items::<T>(items));
    }
    match from_bytes::<T>(view) {
        Some(values) => explain_length(length, values.len()),
        None => Some(Mismatch::expected::<C>(view)),
    }
}

fn from_bytes<'a, T: FromAnyView<'a>>(view: AnyView<'_>) -> Option<Vec<T>> {
    let from_byte = const { T::PLAIN }?.from_byte?;
    Some(bytes_of(view)?.iter().copied().map(from_byte).collect())
}

/// What a sequence of `T` owns during the call.
type HolderOf<'a, T> = SequenceHolder<Holders<<T as FromAnyView<'a>>::Holder>>;

fn into_array<T: IntoAny>(values: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>) -> Any {
    array(values.into_iter().map(IntoAny::into_any)).into_any()
}

/// The items of an implementation of `FromAnyView`, with the length that the type accepts, and the function that makes it of a `Vec`.
macro_rules! conversions {
    ($length:expr, $from_vec:path) => {
        type Holder = HolderOf<'a, T>;

        fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
            decode::<T>(view, holder).and_then($from_vec)
        }

        fn decode_element(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> Option<Self> {
            let values = match array_items(element) {
                Some(items) => decode_level::<T>(items, &holders.shared().elements),
                None => decode_rare::<T>(element, holders.make()),
            };
            values.and_then($from_vec)
        }

        fn explain(view: AnyView<'_>) -> Option<Mismatch> {
            explain::<T, Self>(view, $length)
        }

        fn freeze(view: AnyView<'_>) -> Option<Any> {
            frozen_elements(view, Shapes::Refused, |_, item| T::freeze(item))
        }
    };
}

/// Tests the tensors in all elements.
macro_rules! all_elements {
    () => {
        #[inline]
        fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
            self.iter().all(|element| element.all_tensors(test))
        }
    };
}

/// Implements the conversions of a collection of any length, and the function that makes it of a `Vec`.
macro_rules! sequences {
    ($({$($generic:tt)*} $collection:ty, $tag:ident, $from_vec:path, $item:ty, {$($bound:tt)*}, {$($parameter_bound:tt)*};)*) => {$(
        container_type! {
            {$($generic)*} $collection where {T: FfiType}, TypeTag::$tag(T::TAG), [T],
            {tensor: TensorType::listed(T::FACTS.tensor), writes: T::FACTS.writes, listed: T::FACTS.lists_all_tensors(), lent: Lent::All.within(T::FACTS.lent),},
            view => sequence_distance::<T>(view, Container::Array),
            all_elements!();
        }

        impl<'a, $($generic)*> FromAnyView<'a> for $collection
        where
            T: FromAnyView<'a>,
            $($bound)*
        {
            conversions!(None, $from_vec);
        }

        impl<$($generic)*> IntoAny for $collection
        where
            T: IntoAny,
        {
            fn into_any(self) -> Any {
                into_array(self)
            }
        }

        impl<$($generic)*> Parameter for $collection
        where
            T: Parameter,
            $($parameter_bound)*
        {
            type Item<'a> = $item;
        }
    )*};
}

sequences! {
    {T} Vec<T>, Array, whole, Vec<T::Item<'a>>, {}, {};
    {T} Box<[T]>, Array, whole, Box<[T::Item<'a>]>, {}, {};
    {T} VecDeque<T>, Array, whole, VecDeque<T::Item<'a>>, {}, {};
    {T} BTreeSet<T>, Set, collected, BTreeSet<T::Item<'a>>, {T: Ord}, {for<'x> T::Item<'x>: Ord};
    {T, S} HashSet<T, S>, Set, collected, HashSet<T::Item<'a>, S>,
        {T: Eq + Hash, S: BuildHasher + Default},
        {for<'x> T::Item<'x>: Eq + Hash, S: BuildHasher + Default};
}

// Not in the macro: rustc shows these implementations where a slice is not an argument.
container_type! {
    {T, const N: usize} [T; N] where {T: FfiType}, TypeTag::Array(T::TAG), [T],
    {writes: T::FACTS.writes, listed: T::FACTS.lists_all_tensors(), lent: Lent::All.within(T::FACTS.lent),},
    view => {
        let distance: fn(AnyView<'_>) -> Option<u32> = T::distance;
        tuple_distance(view, &[distance; N])
    },
    all_elements!();
}

impl<'a, T: FromAnyView<'a>, const N: usize> FromAnyView<'a> for [T; N] {
    conversions!(Some(N), exactly);
}

impl<T: IntoAny, const N: usize> IntoAny for [T; N] {
    fn into_any(self) -> Any {
        into_array(self)
    }
}

impl<T: Parameter, const N: usize> Parameter for [T; N] {
    type Item<'a> = [T::Item<'a>; N];
}

/// Makes an array of a `Vec` that has its length.
fn exactly<T, const N: usize>(values: Vec<T>) -> Option<[T; N]> {
    values.try_into().ok()
}

fn whole<T, C: From<Vec<T>>>(values: Vec<T>) -> Option<C> {
    Some(values.into())
}

fn collected<T, C: FromIterator<T>>(values: Vec<T>) -> Option<C> {
    Some(values.into_iter().collect())
}

/// Why a sequence does not have the length of a type.
pub(super) fn explain_length(expected: Option<usize>, got: usize) -> Option<Mismatch> {
    let expected = expected.filter(|expected| *expected != got)?;
    let noun = if expected == 1 { "element" } else { "elements" };
    Some(Mismatch::value_error(format!("expected {expected} {noun}, got {got}")))
}
