//! Mappings of std: from maps and dicts; to maps.
//!
//! Keys that differ in the ABI may be equal in Rust: 1 and `True` as integers. Then the last entry wins.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::container::build::{Container, from_entries};
use crate::container::exact::mapping_distance;
use crate::container::frozen::frozen_mapping;
use crate::container::items::{MapHolder, entries};
use crate::container::layout::{Entries, Entry};
use crate::convert::container_type;
use crate::convert::{
    Canonical, FfiType, FromAnyView, Holders, Holding, InWords, IntoAny, Level, Mismatch, Parameter, Reach,
    canonical_rvalue, leads_to_tensors, level_if, may_nest,
};
use crate::error::ErrorKind;
use crate::tensor_metadata::TensorMetadata;

/// Decodes the entries of a mapping, up to the first that does not decode.
struct Decoding<'a, K: FromAnyView<'a>, V: FromAnyView<'a>> {
    entries: Entries<'a>,
    keys: &'a Holders<K::Holder>,
    values: &'a Holders<V::Holder>,
    has_failed: bool,
}

impl<'a, K: FromAnyView<'a>, V: FromAnyView<'a>> Iterator for Decoding<'a, K, V> {
    type Item = (K, V);

    #[inline]
    fn next(&mut self) -> Option<(K, V)> {
        let entry = self.entries.next()?;
        let key = K::decode_element(entry.key.as_view(), self.keys);
        let value = key.and_then(|key| Some((key, V::decode_element(entry.value.as_view(), self.values)?)));
        self.has_failed = value.is_none();
        value
    }

    /// Collections make room for all entries at once.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.entries.size_hint()
    }
}

fn decode<'a, K, V, C>(view: AnyView<'a>, holder: &'a mut MapHolder<K::Holder, V::Holder>) -> Option<C>
where
    K: FromAnyView<'a>,
    V: FromAnyView<'a>,
    C: FromIterator<(K, V)>,
{
    let MapHolder { snapshot, keys, values } = holder;
    let entries = entries(view, snapshot)?;
    let _level = level_of::<K, V>()?;
    let mut decoding = Decoding::<K, V> { entries, keys, values, has_failed: false };
    let collected = decoding.by_ref().collect();
    (!decoding.has_failed).then_some(collected)
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
    let MapHolder { snapshot, keys, values } = holder;
    let (keys, values) = (&*keys, &*values);
    let look = |Entry { key, value }: &'a Entry| {
        let looked_at = key_with(key.as_view(), keys.make()).map_err(|mismatch| in_key(key, &mismatch))?;
        let value = value_with(value.as_view(), values.make()).map_err(|mismatch| in_value(key, mismatch))?;
        Ok((looked_at, value))
    };
    let _level = level_of::<K, V>().ok_or_else(Mismatch::too_deep)?;
    match entries(view, snapshot) {
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
        container_type! {
            {$($generic)*} $collection where {K: FfiType, V: FfiType}, "Map", "ffi.Map", [K, V], {},
            view => mapping_distance::<K, V>(view, Container::Map),
            fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
                self.iter().all(|(key, value)| key.all_tensors(test) && value.all_tensors(test))
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
                from_entries(Container::Map, self.into_iter()).into_any()
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
