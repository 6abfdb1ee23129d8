//! Sequences of std: from arrays, lists, shapes, and bytes; to arrays.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::hash::{BuildHasher, Hash};

use crate::any::{Any, AnyView};
use crate::container::build::{Container, array};
use crate::container::exact::is_sequence_of;
use crate::container::frozen::{canonical_of, frozen_elements};
use crate::container::items::{SequenceHolder, Shapes, array_items, items};
use crate::container::names::{write_name, write_schema};
use crate::convert::{
    Canonical, FfiType, FromAnyView, IntoAny, Kind, Mismatch, Parameter, TensorType, TypeFacts,
    canonical_rvalue, decode_unless_rvalue, leads_to_tensors, level, through_rvalue,
};
use crate::convert::{Holders, bytes_of};

/// Decodes a sequence of any length from its elements, or from bytes.
fn decode<'a, T: FromAnyView<'a>>(
    view: AnyView<'a>,
    items: Option<&'a [Any]>,
    elements: &'a Holders<T::Holder>,
) -> Option<Vec<T>> {
    let Some(items) = items else { return from_bytes(view) };
    let _level = level::<T>()?;
    T::decode_all(items, elements)
}

/// Decodes an array of a type that leads to tensors.
fn decode_array<'a, T: FromAnyView<'a>>(
    view: AnyView<'a>,
    holder: &'a mut HolderOf<'a, T>,
) -> Option<Vec<T>> {
    let items = array_items(view)?;
    let _level = level::<T>()?;
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        values.push(T::decode_hot(item.as_view(), holder.elements.make())?);
    }
    Some(values)
}

/// Visits the elements of a sequence with `look`, or says which one does not convert.
#[cold]
fn try_each<'a, T: FromAnyView<'a>, C: FfiType, R>(
    view: AnyView<'a>,
    holder: &'a mut HolderOf<'a, T>,
    check_length: impl Fn(usize) -> Result<(), Mismatch>,
    look: impl Fn(AnyView<'a>, &'a mut T::Holder) -> Result<R, Mismatch>,
    of_bytes: impl Fn(T) -> R,
) -> Result<Vec<R>, Mismatch> {
    let SequenceHolder { snapshot, elements } = holder;
    let Some(items) = items(view, snapshot, shapes::<T>()) else {
        let values: Vec<T> = from_bytes(view).ok_or_else(|| Mismatch::expected::<C>(view))?;
        return check_length(values.len()).map(|()| values.into_iter().map(of_bytes).collect());
    };
    check_length(items.len())?;
    let _level = level::<T>().ok_or_else(Mismatch::too_deep)?;
    let elements = &*elements;
    let look = |(index, item): (usize, &'a Any)| {
        look(item.as_view(), elements.make()).map_err(|mismatch| mismatch.at(&format!("[{index}]")))
    };
    items.iter().enumerate().map(look).collect()
}

/// Decodes a sequence, or says which element does not convert.
#[cold]
fn try_decode<'a, T: FromAnyView<'a>, C: FfiType>(
    view: AnyView<'a>,
    holder: &'a mut HolderOf<'a, T>,
    check_length: impl Fn(usize) -> Result<(), Mismatch>,
) -> Result<Vec<T>, Mismatch> {
    try_each::<T, C, T>(view, holder, check_length, T::try_decode, |value| value)
}

/// Says which element of a sequence does not convert.
#[cold]
fn explain<'a, T: FromAnyView<'a>, C: FfiType>(
    view: AnyView<'a>,
    holder: &'a mut HolderOf<'a, T>,
    check_length: impl Fn(usize) -> Result<(), Mismatch>,
) -> Result<(), Mismatch> {
    try_each::<T, C, ()>(view, holder, check_length, T::explain_argument, drop).map(drop)
}

#[cold]
fn from_bytes<'a, T: FromAnyView<'a>>(view: AnyView<'a>) -> Option<Vec<T>> {
    match bytes_of(view) {
        Some(bytes) => T::sequence_from_bytes(bytes),
        None => through_rvalue(view, |inner| T::sequence_from_bytes(bytes_of(inner)?)),
    }
}

/// Whether a sequence inside another container decodes, if its length is accepted.
fn accepts<'a, T: FromAnyView<'a>>(
    element: AnyView<'a>,
    holders: &'a Holders<HolderOf<'a, T>>,
    has_length: impl Fn(usize) -> bool,
) -> bool {
    match SequenceHolder::within(element, holders, shapes::<T>()) {
        (Some(items), elements) => {
            has_length(items.len()) && level::<T>().is_some_and(|_level| T::accepts_all(items, elements))
        }
        (None, _) => from_bytes::<T>(element).is_some_and(|values| has_length(values.len())),
    }
}

/// What a sequence of `T` owns during the call.
type HolderOf<'a, T> = SequenceHolder<Holders<<T as FromAnyView<'a>>::Holder>>;

/// Whether sequences of a type accept shapes.
const fn shapes<'a, T: FromAnyView<'a>>() -> Shapes {
    Shapes::accepted_if(T::IN_SHAPE)
}

fn into_array<T: IntoAny>(values: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>) -> Any {
    array(values.into_iter().map(IntoAny::into_any)).into_any()
}

/// Implements the conversions of a collection that a `Vec` can be collected into.
macro_rules! sequences {
    ($({$($generic:tt)*} $collection:ty, $from_vec:expr, $item:ty, {$($bound:tt)*}, {$($parameter_bound:tt)*};)*) => {$(
        impl<$($generic)*> FfiType for $collection
        where
            T: FfiType,
        {
            const FACTS: TypeFacts<Self> = TypeFacts::of(Kind::Container)
                .tensor(TensorType::listed(T::FACTS.tensor))
                .reaching(T::FACTS.reach.within())
                .writing(T::FACTS.writes)
                .lent(true);

            fn is_exact(view: AnyView<'_>) -> bool {
                is_sequence_of::<T>(view, Container::Array)
            }

            fn type_name(out: &mut String) {
                write_name(out, "Array", &[T::type_name]);
            }

            fn type_schema(out: &mut String) {
                write_schema(out, "ffi.Array", &[T::type_schema]);
            }
        }

        impl<'a, $($generic)*> FromAnyView<'a> for $collection
        where
            T: FromAnyView<'a>,
            $($bound)*
        {
            type Holder = HolderOf<'a, T>;

            fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                let items = items(view, &mut holder.snapshot, shapes::<T>());
                decode::<T>(view, items, &holder.elements).map($from_vec)
            }

            fn decode_element(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> Option<Self> {
                let (items, elements) = SequenceHolder::within(element, holders, shapes::<T>());
                decode::<T>(element, items, elements).map($from_vec)
            }

            #[inline(always)]
            fn decode_hot(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                if const { leads_to_tensors(T::FACTS.reach) } {
                    return decode_array(view, holder).map($from_vec);
                }
                decode_unless_rvalue(view, holder)
            }

            fn canonical(view: AnyView<'_>) -> Option<Canonical> {
                if const { leads_to_tensors(T::FACTS.reach) } {
                    return frozen_elements(view, canonical_of::<T>);
                }
                canonical_rvalue(view)
            }

            fn accepts(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> bool {
                accepts::<T>(element, holders, |_| true)
            }

            fn try_decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<Self, Mismatch> {
                try_decode::<T, Self>(view, holder, |_| Ok(())).map($from_vec)
            }

            fn explain_argument(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<(), Mismatch> {
                explain::<T, Self>(view, holder, |_| Ok(()))
            }
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
    {T} Vec<T>, |values| values, Vec<T::Item<'a>>, {}, {};
    {T} Box<[T]>, Vec::into_boxed_slice, Box<[T::Item<'a>]>, {}, {};
    {T} VecDeque<T>, VecDeque::from, VecDeque<T::Item<'a>>, {}, {};
    {T} BTreeSet<T>, |values| values.into_iter().collect(), BTreeSet<T::Item<'a>>, {T: Ord}, {for<'x> T::Item<'x>: Ord};
    {T, S} HashSet<T, S>, |values| values.into_iter().collect(), HashSet<T::Item<'a>, S>,
        {T: Eq + Hash, S: BuildHasher + Default},
        {for<'x> T::Item<'x>: Eq + Hash, S: BuildHasher + Default};
}

impl<T: FfiType, const N: usize> FfiType for [T; N] {
    const FACTS: TypeFacts<Self> =
        TypeFacts::of(Kind::Container).reaching(T::FACTS.reach.within()).writing(T::FACTS.writes).lent(true);

    fn is_exact(view: AnyView<'_>) -> bool {
        is_sequence_of::<T>(view, Container::Array) && array_items(view).is_some_and(|items| items.len() == N)
    }

    fn type_name(out: &mut String) {
        write_name(out, "Array", &[T::type_name]);
    }

    fn type_schema(out: &mut String) {
        write_schema(out, "ffi.Array", &[T::type_schema]);
    }
}

impl<'a, T: FromAnyView<'a>, const N: usize> FromAnyView<'a> for [T; N] {
    type Holder = HolderOf<'a, T>;

    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        let items = items(view, &mut holder.snapshot, shapes::<T>());
        decode::<T>(view, items, &holder.elements)?.try_into().ok()
    }

    #[inline(always)]
    fn decode_hot(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        if const { leads_to_tensors(T::FACTS.reach) } {
            return decode_array(view, holder)?.try_into().ok();
        }
        decode_unless_rvalue(view, holder)
    }

    fn canonical(view: AnyView<'_>) -> Option<Canonical> {
        if const { leads_to_tensors(T::FACTS.reach) } {
            return frozen_elements(view, canonical_of::<T>);
        }
        canonical_rvalue(view)
    }

    fn accepts(element: AnyView<'a>, holders: &'a Holders<Self::Holder>) -> bool {
        accepts::<T>(element, holders, |length| length == N)
    }

    #[cold]
    fn explain_argument(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<(), Mismatch> {
        explain::<T, Self>(view, holder, |length| check_length(N, length))
    }

    #[cold]
    fn try_decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<Self, Mismatch> {
        let values = try_decode::<T, Self>(view, holder, |length| check_length(N, length))?;
        values.try_into().map_err(|values: Vec<T>| length_mismatch(N, values.len()))
    }
}

impl<T: IntoAny, const N: usize> IntoAny for [T; N] {
    fn into_any(self) -> Any {
        into_array(self)
    }
}

impl<T: Parameter, const N: usize> Parameter for [T; N] {
    type Item<'a> = [T::Item<'a>; N];
}

/// Whether a sequence has the length of the type.
pub(super) fn check_length(expected: usize, got: usize) -> Result<(), Mismatch> {
    if expected == got { Ok(()) } else { Err(length_mismatch(expected, got)) }
}

#[cold]
fn length_mismatch(expected: usize, got: usize) -> Mismatch {
    let noun = if expected == 1 { "element" } else { "elements" };
    Mismatch::value_error(format!("expected {expected} {noun}, got {got}"))
}
