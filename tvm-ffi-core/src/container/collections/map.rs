//! Mappings of std: from maps and dicts; to maps.
//!
//! Keys that differ in the ABI may be equal in Rust: 1 and `True` as integers. Then the last entry wins.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, from_entries};
use crate::container::exact::is_mapping_of;
use crate::container::frozen::frozen_mapping;
use crate::container::items::{Entry, copied_entries};
use crate::container::names::{write_name, write_schema};
use crate::convert::{
    Canonical, FfiType, FromAnyView, InWords, IntoAny, Kind, Level, Mismatch, Parameter, Reach, TypeFacts,
    canonical_rvalue, leads_to_tensors, level_if, may_nest,
};
use crate::error::ErrorKind;

/// What a mapping owns during the call: the snapshot, and the holders of its keys and values.
#[derive(Default)]
pub struct MapHolder<K, V> {
    entries: Vec<Entry>,
    holders: Vec<(K, V)>,
}

type Part<'a, K, V> = (&'a Entry, &'a mut (<K as FromAnyView<'a>>::Holder, <V as FromAnyView<'a>>::Holder));

/// The entries, and a holder for each key and value.
fn entries<'a, K: FromAnyView<'a>, V: FromAnyView<'a>>(
    view: AnyView<'a>,
    holder: &'a mut MapHolder<K::Holder, V::Holder>,
) -> Option<impl Iterator<Item = Part<'a, K, V>>> {
    holder.entries = copied_entries(view)?;
    holder.holders.resize_with(holder.entries.len(), Default::default);
    Some(holder.entries.iter().zip(&mut holder.holders))
}

fn decode<'a, K, V, C>(view: AnyView<'a>, holder: &'a mut MapHolder<K::Holder, V::Holder>) -> Option<C>
where
    K: FromAnyView<'a>,
    V: FromAnyView<'a>,
    C: FromIterator<(K, V)>,
{
    let decode = |((key, value), (for_key, for_value)): Part<'a, K, V>| {
        Some((K::decode(key.as_view(), for_key)?, V::decode(value.as_view(), for_value)?))
    };
    let _level = level_of::<K, V>()?;
    entries::<K, V>(view, holder)?.map(decode).collect()
}

fn accepts<'a, K, V>(view: AnyView<'a>, holder: &'a mut MapHolder<K::Holder, V::Holder>) -> bool
where
    K: FromAnyView<'a>,
    V: FromAnyView<'a>,
{
    let accepts = |((key, value), (for_key, for_value)): Part<'a, K, V>| {
        K::accepts(key.as_view(), for_key) && V::accepts(value.as_view(), for_value)
    };
    let Some(_level) = level_of::<K, V>() else { return false };
    entries::<K, V>(view, holder).is_some_and(|mut entries| entries.all(accepts))
}

/// See [`level`](crate::convert::level).
fn level_of<K: FfiType, V: FfiType>() -> Option<Level> {
    level_if(const { may_nest::<K>() || may_nest::<V>() })
}

/// Visits the keys and the values of a mapping, or says which one does not convert.
#[cold]
fn try_each<'a, K, V, C, S, W, R>(
    view: AnyView<'a>,
    holder: &'a mut MapHolder<K::Holder, V::Holder>,
    key_with: impl Fn(AnyView<'a>, &'a mut K::Holder) -> Result<S, Mismatch>,
    value_with: impl Fn(AnyView<'a>, &'a mut V::Holder) -> Result<W, Mismatch>,
) -> Result<R, Mismatch>
where
    K: FromAnyView<'a>,
    V: FromAnyView<'a>,
    C: FfiType,
    R: FromIterator<(S, W)>,
{
    let look = |((key, value), (for_key, for_value)): Part<'a, K, V>| {
        let looked_at = key_with(key.as_view(), for_key).map_err(|mismatch| in_key(key, &mismatch))?;
        let value = value_with(value.as_view(), for_value).map_err(|mismatch| in_value(key, mismatch))?;
        Ok((looked_at, value))
    };
    let _level = level_of::<K, V>().ok_or_else(Mismatch::too_deep)?;
    match entries::<K, V>(view, holder) {
        Some(entries) => entries.map(look).collect(),
        None => Err(Mismatch::expected::<C>(view)),
    }
}

/// Whether a mapping must be converted to another form first.
pub(crate) fn refuses(view: AnyView<'_>, reach: Reach) -> bool {
    match view.type_index() {
        TypeIndex::OBJECT_RVALUE_REF => true,
        TypeIndex::MAP => false,
        _ => leads_to_tensors(reach),
    }
}

/// Why a key does not convert: `key "x": expected int, got str`.
#[cold]
pub(crate) fn in_key(key: &Any, mismatch: &Mismatch) -> Mismatch {
    let text = format!("key {:?}{}: {}", InWords(key.as_view()), mismatch.place(), mismatch.text());
    match mismatch.kind() {
        ErrorKind::ValueError => Mismatch::value_error(text),
        _ => Mismatch::type_error(text),
    }
}

/// Why the value of a key does not convert: at `["x"]`.
#[cold]
pub(crate) fn in_value(key: &Any, mismatch: Mismatch) -> Mismatch {
    mismatch.at(&format!("[{:?}]", InWords(key.as_view())))
}

/// Implements the conversions of a collection of pairs.
macro_rules! maps {
    ($({$($generic:tt)*} $collection:ty, $item:ty, {$($bound:tt)*}, {$($parameter_bound:tt)*};)*) => {$(
        impl<$($generic)*> FfiType for $collection
        where
            K: FfiType,
            V: FfiType,
        {
            const FACTS: TypeFacts<Self> =
                TypeFacts::of(Kind::Container).reaching(K::FACTS.reach.or(V::FACTS.reach).within());

            fn is_exact(view: AnyView<'_>) -> bool {
                is_mapping_of::<K, V>(view, Container::Map)
            }

            fn type_name(out: &mut String) {
                write_name(out, "Map", &[K::type_name, V::type_name]);
            }

            fn type_schema(out: &mut String) {
                write_schema(out, "ffi.Map", &[K::type_schema, V::type_schema]);
            }
        }

        impl<'a, $($generic)*> FromAnyView<'a> for $collection
        where
            K: FromAnyView<'a>,
            V: FromAnyView<'a>,
            $($bound)*
        {
            type Holder = MapHolder<K::Holder, V::Holder>;

            fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                decode(view, holder)
            }

            fn decode_hot(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                if refuses(view, Self::FACTS.reach) { None } else { Self::decode(view, holder) }
            }

            fn canonical(view: AnyView<'_>) -> Option<Canonical> {
                if leads_to_tensors(Self::FACTS.reach) { frozen_mapping(view) } else { canonical_rvalue(view) }
            }

            fn accepts(view: AnyView<'a>, holder: &'a mut Self::Holder) -> bool {
                accepts::<K, V>(view, holder)
            }

            fn try_decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<Self, Mismatch> {
                try_each::<K, V, Self, K, V, Self>(view, holder, K::try_decode, V::try_decode)
            }

            fn explain_argument(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Result<(), Mismatch> {
                let (key, value) = (K::explain_argument, V::explain_argument);
                try_each::<K, V, Self, (), (), Vec<((), ())>>(view, holder, key, value).map(drop)
            }
        }

        impl<$($generic)*> IntoAny for $collection
        where
            K: IntoAny,
            V: IntoAny,
        {
            fn into_any(self) -> Any {
                let entries = self.into_iter().map(|(key, value)| (key.into_any(), value.into_any()));
                from_entries(Container::Map, entries).into_any()
            }
        }

        impl<$($generic)*> Parameter for $collection
        where
            K: Parameter,
            V: Parameter,
            $($parameter_bound)*
        {
            type Item<'a> = $item;
        }
    )*};
}

maps! {
    {K, V} BTreeMap<K, V>, BTreeMap<K::Item<'a>, V::Item<'a>>, {K: Ord}, {for<'x> K::Item<'x>: Ord};
    {K, V, S} HashMap<K, V, S>, HashMap<K::Item<'a>, V::Item<'a>, S>,
        {K: Eq + Hash, S: BuildHasher + Default},
        {for<'x> K::Item<'x>: Eq + Hash, S: BuildHasher + Default};
}

#[cfg(feature = "indexmap")]
maps! {
    {K, V, S} indexmap::IndexMap<K, V, S>, indexmap::IndexMap<K::Item<'a>, V::Item<'a>, S>,
        {K: Eq + Hash, S: BuildHasher + Default},
        {for<'x> K::Item<'x>: Eq + Hash, S: BuildHasher + Default};
}
