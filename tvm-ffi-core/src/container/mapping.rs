//! Owned maps and dicts.

use core::fmt;

use super::build::{self, Container, RuntimeFunction};
use super::items::{Entry, copied_entries, map_length};
use super::owned::{changed, explain, owned, owned_container};
use crate::abi::TypeIndex;
use crate::any::AnyView;
use crate::convert::{FfiType, FromAnyView, IntoAny, Mismatch, in_key, in_value, is_mapping_of, object_type};
use crate::error::Result;

owned_container! {
    /// An owned map: an immutable mapping in the order of insertion, shared when cloned.
    ///
    /// As an argument it accepts a `Map`, and a copy of a `Dict`. All keys and values are checked to convert to `K` and `V`
    /// when the argument is decoded.
    ///
    /// ```
    /// # use tvm_ffi_core::{Map, Result};
    /// # fn main() -> Result<()> {
    /// let sizes: Map<&str, i64> = [("m", 4), ("n", 8)].into_iter().collect();
    /// let sizes: Map<String, i64> = sizes.to_any().cast()?;
    /// assert_eq!(sizes.get("n")?, Some(8));
    /// # Ok(()) }
    /// ```
    Map<K, V>, "Map", "ffi.Map", Some(TypeIndex::DICT), |view| is_mapping_of::<K, V>(view, TypeIndex::MAP)
}

owned_container! {
    /// An owned dict: a mutable mapping in the order of insertion, which all who hold it share.
    ///
    /// Returned to Python it is a `tvm_ffi.Dict`. As an argument it accepts a `Dict`, whose keys and values are checked to
    /// convert to `K` and `V` when the argument is decoded, and a copy of a `Map`.
    ///
    /// Others may change the dict at any time, so what is read is converted then. The runtime does not lock dicts: while one
    /// thread reads a dict, no other may change it. This type changes none; a caller of `ffi.DictSetItem` and its kin has
    /// to see to that.
    ///
    /// ```
    /// # use tvm_ffi_core::Dict;
    /// fn sizes() -> Dict<&'static str, i64> {
    ///     [("m", 4), ("n", 8)].into_iter().collect()
    /// }
    /// ```
    Dict<K, V>, "Dict", "ffi.Dict", None, |view| is_mapping_of::<K, V>(view, TypeIndex::DICT)
}

static MAP_COUNT: RuntimeFunction = RuntimeFunction::new("ffi.MapCount");
static MAP_GET: RuntimeFunction = RuntimeFunction::new("ffi.MapGetItem");
static DICT_COUNT: RuntimeFunction = RuntimeFunction::new("ffi.DictCount");
static DICT_GET: RuntimeFunction = RuntimeFunction::new("ffi.DictGetItem");

/// Why an entry does not convert, if it does not.
fn explain_entry<K, V>((key, value): &Entry) -> Option<Mismatch>
where
    K: for<'x> FromAnyView<'x>,
    V: for<'x> FromAnyView<'x>,
{
    let in_value = || explain::<V>(value).map(|mismatch| in_value(key, mismatch));
    explain::<K>(key).map(|mismatch| in_key(key, &mismatch)).or_else(in_value)
}

fn convert<K, V>(entry: &Entry) -> Result<(K, V), Mismatch>
where
    K: for<'x> FromAnyView<'x>,
    V: for<'x> FromAnyView<'x>,
{
    match (owned(&entry.0), owned(&entry.1)) {
        (Some(key), Some(value)) => Ok((key, value)),
        _ => Err(explain_entry::<K, V>(entry).unwrap_or_else(changed)),
    }
}

/// Why a mapping does not convert.
fn mapping_mismatch<K, V, M>(view: AnyView<'_>) -> Mismatch
where
    K: for<'x> FromAnyView<'x>,
    V: for<'x> FromAnyView<'x>,
    M: FfiType,
{
    let Some(entries) = copied_entries(view) else { return Mismatch::expected::<M>(view) };
    entries.iter().find_map(explain_entry::<K, V>).unwrap_or_else(changed)
}

macro_rules! mapping {
    ($name:ident, $index:ident, $count:ident, $get:ident) => {
        impl<K, V> $name<K, V> {
            fn entries(&self) -> Vec<Entry> {
                copied_entries(self.to_any().as_view()).unwrap_or_default()
            }

            /// The number of entries.
            pub fn len(&self) -> usize {
                map_length(self.to_any().as_view()).unwrap_or_default()
            }

            /// Whether there are no entries.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }
        }

        impl<K, V> $name<K, V>
        where
            K: for<'x> FromAnyView<'x>,
            V: for<'x> FromAnyView<'x>,
        {
            fn from_view(view: AnyView<'_>) -> Option<Self> {
                let entries = copied_entries(view)?;
                let converts =
                    |(key, value): &Entry| owned::<K>(key).is_some() && owned::<V>(value).is_some();
                if !entries.iter().all(converts) {
                    return None;
                }
                let copy = || build::from_entries(Container::$name, entries.into_iter());
                Some(Self::from_checked(object_type(view, TypeIndex::$index).unwrap_or_else(copy)))
            }

            fn mismatch(view: AnyView<'_>) -> Mismatch {
                mapping_mismatch::<K, V, Self>(view)
            }

            /// The value of a key, if there is one.
            ///
            /// # Errors
            ///
            /// A `TypeError` or `ValueError` if the value does not convert, or what comparing the keys raises.
            #[track_caller]
            pub fn get(&self, key: impl IntoAny) -> Result<Option<V>> {
                let (map, key) = (self.to_any(), key.into_any());
                if $count.get().call((&map, &key))?.cast::<i64>()? == 0 {
                    return Ok(None);
                }
                $get.get().call((&map, &key))?.cast().map(Some)
            }

            /// The entries, in the order of insertion.
            ///
            /// # Errors
            ///
            /// A `TypeError` or `ValueError` that names the key of an entry that does not convert.
            #[track_caller]
            pub fn to_vec(&self) -> Result<Vec<(K, V)>> {
                let converted: Result<Vec<_>, Mismatch> = self.entries().iter().map(convert).collect();
                converted.map_err(|mismatch| mismatch.into_error())
            }
        }

        impl<K: IntoAny, V: IntoAny> FromIterator<(K, V)> for $name<K, V> {
            /// The last of several equal keys wins.
            ///
            /// # Panics
            ///
            /// If there is no runtime in the process and none can be found.
            fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
                let entries = entries.into_iter().map(|(key, value)| (key.into_any(), value.into_any()));
                Self::from_checked(build::from_entries(Container::$name, entries))
            }
        }

        impl<K, V> fmt::Debug for $name<K, V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_map().entries(self.entries()).finish()
            }
        }
    };
}

mapping!(Map, MAP, MAP_COUNT, MAP_GET);
mapping!(Dict, DICT, DICT_COUNT, DICT_GET);
