//! Mappings, borrowed for a call.

use core::fmt;
use core::marker::PhantomData;

use super::items::{MapHolder, entries};
use super::iter::{Borrowed, Iter, borrowed};
use super::layout::{Entries, Entry};
use crate::any::{Any, AnyView};
use crate::container::exact::mapping_distance;
use crate::container::frozen::frozen_mapping;
use crate::container::mapping::explain_mapping;
use crate::convert::container_type;
use crate::convert::{
    FromAnyView, Holders, Holding, Lent, Level, Mismatch, Parameter, TypeTag, accepted_item, level_if,
    may_nest,
};
use crate::tensor_metadata::TensorMetadata;
use crate::type_info::Container;

/// A mapping that is borrowed for a call, and whose keys and values convert to `K` and `V`.
///
/// It accepts a `Map` (which is what a Python dict arrives as) and a `Dict`. Every key and value is checked when the argument
/// is decoded; one that does not convert is an error that names the key. Both are read from a snapshot.
///
/// ```
/// # use tvm_ffi_core::MapRef;
/// fn learning_rate(options: MapRef<'_, &str, f64>) -> f64 {
///     options.get("lr").unwrap_or(1e-3)
/// }
/// ```
///
/// Keys that differ in the ABI may be equal as `K`: 1 and `True` as integers. The mapping keeps all of them.
///
/// A callback that changes a dict does not change the entries here. No other thread may change a dict while it is read,
/// see [`Dict`](crate::Dict).
///
/// Keys and values of borrowed types borrow for the same call, as the elements of an [`ArrayRef`](crate::ArrayRef) do.
pub struct MapRef<'a, K: Parameter, V: Parameter> {
    entries: Entries<'a>,
    keys: &'a Holders<HolderOf<'a, K>>,
    values: &'a Holders<HolderOf<'a, V>>,
    marker: PhantomData<fn() -> (K, V)>,
}

type HolderOf<'a, T> = <<T as Parameter>::Item<'a> as FromAnyView<'a>>::Holder;

impl<'a, K: Parameter, V: Parameter> MapRef<'a, K, V> {
    /// See [`level_if`].
    fn level() -> Option<Level> {
        level_if(const { may_nest::<K::Item<'a>>() || may_nest::<V::Item<'a>>() })
    }

    /// The number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of the first entry with a key, if there is one.
    ///
    /// The keys are compared one after the other, which suits options by name. For many look-ups in a large mapping, take a
    /// `HashMap`.
    ///
    /// # Panics
    ///
    /// If the value is a list or a dict that was changed during the call so that it does not convert any more.
    pub fn get<Q>(&self, key: Q) -> Option<V::Item<'a>>
    where
        K::Item<'a>: PartialEq<Q>,
    {
        let mut entries = self.entries;
        let entry = entries.find(|entry| self.key(entry) == key)?;
        Some(self.value(entry))
    }

    /// Whether there is an entry with a key.
    ///
    /// # Panics
    ///
    /// As [`iter`](Self::iter).
    pub fn contains_key<Q>(&self, key: Q) -> bool
    where
        K::Item<'a>: PartialEq<Q>,
    {
        self.keys().any(|found| found == key)
    }

    /// The entries, in the order of insertion.
    ///
    /// # Panics
    ///
    /// The iterator panics if [`get`](Self::get) would.
    #[inline]
    pub fn iter(&self) -> Iter<'a, Self> {
        Iter::new(*self)
    }

    /// The keys, in the order of insertion.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = K::Item<'a>> + DoubleEndedIterator + use<'a, K, V> {
        let map = *self;
        self.entries.map(move |entry| map.key(entry))
    }

    /// The values, in the order of insertion of their keys.
    pub fn values(&self) -> impl ExactSizeIterator<Item = V::Item<'a>> + DoubleEndedIterator + use<'a, K, V> {
        let map = *self;
        self.entries.map(move |entry| map.value(entry))
    }

    /// The entries as a vector.
    ///
    /// # Panics
    ///
    /// If [`get`](Self::get) would.
    pub fn to_vec(&self) -> Vec<(K::Item<'a>, V::Item<'a>)> {
        self.iter().collect()
    }

    /// The keys and values as they are, without conversion.
    #[inline]
    pub fn as_anys(
        &self,
    ) -> impl ExactSizeIterator<Item = (&'a Any, &'a Any)> + DoubleEndedIterator + use<'a, K, V> {
        self.entries.map(|entry| (&entry.key, &entry.value))
    }

    #[inline]
    fn key(&self, entry: &'a Entry) -> K::Item<'a> {
        accepted_item(&entry.key, self.keys)
    }

    #[inline]
    fn value(&self, entry: &'a Entry) -> V::Item<'a> {
        accepted_item(&entry.value, self.values)
    }
}

borrowed!(MapRef<K, V>);

impl<'a, K: Parameter, V: Parameter> Borrowed<'a> for MapRef<'a, K, V> {
    type Raw = Entries<'a>;
    type Item = (K::Item<'a>, V::Item<'a>);

    #[inline]
    fn raw(self) -> Entries<'a> {
        self.entries
    }

    #[inline]
    fn item(self, entry: &'a Entry) -> (K::Item<'a>, V::Item<'a>) {
        (self.key(entry), self.value(entry))
    }
}

impl<'a, K: Parameter, V: Parameter> fmt::Debug for MapRef<'a, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.as_anys()).finish()
    }
}

container_type! {
    {'a, K: Parameter, V: Parameter} MapRef<'a, K, V> where {}, TypeTag::Map(<K::Item<'a>>::TAG, <V::Item<'a>>::TAG), [K::Item<'a>, V::Item<'a>], {lent: Lent::Itself,},
    view => mapping_distance::<K::Item<'a>, V::Item<'a>>(view, Container::Map),
    fn all_tensors(&self, test: &mut impl FnMut(TensorMetadata<'_>, Holding) -> bool) -> bool {
        self.iter().all(|(key, value)| key.all_tensors(test) && value.all_tensors(test))
    }
}

impl<'a, K: Parameter, V: Parameter> FromAnyView<'a> for MapRef<'a, K, V> {
    type Holder = MapHolder<HolderOf<'a, K>, HolderOf<'a, V>>;

    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        let MapHolder { snapshot, keys, values } = holder;
        let entries = entries(view, snapshot)?;
        let _level = Self::level()?;
        for Entry { key, value } in entries {
            K::Item::<'a>::decode_element(key.as_view(), keys)?;
            V::Item::<'a>::decode_element(value.as_view(), values)?;
        }
        Some(Self { entries, keys, values, marker: PhantomData })
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        explain_mapping::<K::Item<'a>, V::Item<'a>, Self>(view)
    }

    fn freeze(view: AnyView<'_>) -> Option<Any> {
        frozen_mapping(view, K::Item::<'a>::freeze, V::Item::<'a>::freeze)
    }
}

impl<K: Parameter, V: Parameter> Parameter for MapRef<'_, K, V> {
    type Item<'a> = MapRef<'a, K, V>;
}
