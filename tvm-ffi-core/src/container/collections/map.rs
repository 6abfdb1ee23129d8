//! Mappings of std: from maps and dicts; to maps.
//!
//! Keys that differ in the ABI may be equal in Rust: 1 and `True` as integers. Then the last entry wins.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use crate::any::{Any, AnyView};
use crate::container::build::{Container, from_entries};
use crate::container::exact::mapping_distance;
use crate::container::frozen::frozen_mapping;
use crate::container::items::{MapHolder, entries};
use crate::container::layout::Entry;
use crate::container::mapping::explain_mapping;
use crate::convert::container_type;
use crate::convert::{
    FfiType, FromAnyView, Holding, IntoAny, Mismatch, Parameter, TypeTag, level_if, may_nest,
};
use crate::tensor_metadata::TensorMetadata;

fn decode<'a, K, V, C>(view: AnyView<'a>, holder: &'a mut MapHolder<K::Holder, V::Holder>) -> Option<C>
where
    K: FromAnyView<'a>,
    V: FromAnyView<'a>,
    C: FromIterator<(K, V)>,
{
    let MapHolder { snapshot, keys, values } = holder;
    let entries = entries(view, snapshot)?;
    let _level = level_if(const { may_nest::<K>() || may_nest::<V>() })?;
    let pair = |entry: &'a Entry| {
        let key = K::decode_element(entry.key.as_view(), keys)?;
        Some((key, V::decode_element(entry.value.as_view(), values)?))
    };
    entries.map(pair).collect()
}

/// Implements the conversions of a collection of pairs.
macro_rules! maps {
    ($({$($generic:tt)*} $collection:ty, $item:ty, {$($bound:tt)*}, {$($parameter_bound:tt)*};)*) => {$(
        container_type! {
            {$($generic)*} $collection where {K: FfiType, V: FfiType}, TypeTag::Map(K::TAG, V::TAG), [K, V], {lent: K::FACTS.lent.within(V::FACTS.lent),},
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

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                explain_mapping::<K, V, Self>(view)
            }

            fn freeze(view: AnyView<'_>) -> Option<Any> {
                frozen_mapping(view, K::freeze, V::freeze)
            }
        }

        impl<$($generic)*> IntoAny for $collection
        where
            K: IntoAny,
            V: IntoAny,
        {
            fn into_any(self) -> Any {
                from_entries(Container::Map, self).into_any()
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
