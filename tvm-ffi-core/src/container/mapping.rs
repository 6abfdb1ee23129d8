//! Owned maps and dicts.

mod dict;

pub(super) use self::dict::{ERASE, SET};

use core::fmt;

use super::build::{self, Container, from_entries};
use super::items::{Snapshot, copied_entries, entries, map_length};
use super::layout::Entry;
use super::lock::locked;
use super::owned::{call_for, converts, into_iterator, is_equal, owned_container};
use crate::any::{Any, AnyView};
use crate::container::exact::mapping_distance;
use crate::convert::{
    FfiType, FromAnyView, InWords, IntoAny, Mismatch, decode_owned, element_changed, level_if, may_nest,
    object_type,
};
use crate::error::{ErrorKind, Result};
use crate::function::Function;
use crate::object_ref::ObjectRef;

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
    Map<K, V>, Some(Container::Dict), from_entries, mapping_distance
}

owned_container! {
    /// An owned dict: a mutable mapping in the order of insertion, shared by all references to it.
    ///
    /// Returned to Python it is a `tvm_ffi.Dict`. As an argument it accepts a `Dict`, whose keys and values are checked to
    /// convert to `K` and `V` when the argument is decoded, and a copy of a `Map`.
    ///
    /// Other code may change the dict at any time, so each read copies and converts entries. A shared reference is enough to change it:
    /// [`insert`](Self::insert), [`remove`](Self::remove), [`clear`](Self::clear).
    ///
    /// Threads of one library can read and change a dict at the same time: each operation is atomic. The runtime does not lock dicts,
    /// and Python and other libraries do not use the lock of this library. While one of them changes a dict, no other thread may use it.
    ///
    /// ```
    /// # use tvm_ffi_core::{Dict, Result};
    /// fn count(words: &[&str], counts: Dict<String, i64>) -> Result<()> {
    ///     for word in words {
    ///         let before = counts.get(*word)?.unwrap_or(0);
    ///         counts.insert((*word).to_owned(), before + 1)?;
    ///     }
    ///     Ok(())
    /// }
    ///
    /// # fn main() -> Result<()> {
    /// let counts: Dict<String, i64> = Dict::new();
    /// count(&["a", "b", "a"], counts.clone())?;
    /// assert_eq!(counts.to_vec()?, [("a".to_owned(), 2), ("b".to_owned(), 1)]);
    /// # Ok(()) }
    /// ```
    Dict<K, V>, None, from_entries, mapping_distance
}

/// The value of a key as it is, if there is one.
fn lookup((count, item): (&Function, &Function), map: &ObjectRef, key: &Any) -> Result<Option<Any>> {
    let key = [*key.as_raw()];
    if call_for(count, map, &key)?.cast::<i64>()? == 0 {
        return Ok(None);
    }
    call_for(item, map, &key).map(Some)
}

/// Why a key does not convert: `key "x": expected int, got str`.
fn in_key(key: &Any, mismatch: &Mismatch) -> Mismatch {
    let text = format!("key {:?}{}: {}", InWords(key.as_view()), mismatch.place(), mismatch.text());
    match mismatch.kind() {
        ErrorKind::ValueError => Mismatch::value_error(text),
        _ => Mismatch::type_error(text),
    }
}

/// Why the value of a key does not convert: at `["x"]`.
fn in_value(key: &Any, mismatch: Mismatch) -> Mismatch {
    mismatch.at(&format!("[{:?}]", InWords(key.as_view())))
}

/// Why an entry does not convert, if it does not.
fn explain_entry<'a, K: FromAnyView<'a>, V: FromAnyView<'a>>(
    Entry { key, value }: &Entry,
) -> Option<Mismatch> {
    let in_value = || V::explain(value.as_view()).map(|mismatch| in_value(key, mismatch));
    K::explain(key.as_view()).map(|mismatch| in_key(key, &mismatch)).or_else(in_value)
}

fn convert<K, V>(entry: &Entry) -> Result<(K, V), Mismatch>
where
    K: for<'x> FromAnyView<'x>,
    V: for<'x> FromAnyView<'x>,
{
    match (decode_owned(entry.key.as_view()), decode_owned(entry.value.as_view())) {
        (Some(key), Some(value)) => Ok((key, value)),
        _ => Err(explain_entry::<K, V>(entry).unwrap_or_else(Mismatch::changed)),
    }
}

/// Why a value is not a mapping of `K` to `V`.
pub(super) fn explain_mapping<'a, K, V, M>(view: AnyView<'_>) -> Option<Mismatch>
where
    K: FromAnyView<'a>,
    V: FromAnyView<'a>,
    M: FfiType,
{
    let mut snapshot = Snapshot::default();
    let Some(mut entries) = entries(view, &mut snapshot) else { return Some(Mismatch::expected::<M>(view)) };
    let Some(_level) = level_if(const { may_nest::<K>() || may_nest::<V>() }) else {
        return Some(Mismatch::too_deep());
    };
    entries.find_map(explain_entry::<K, V>)
}

/// Items of the iterators of a [`Map`], whose entries were checked when it was decoded.
type Checked<T> = T;

/// Items of the iterators of a [`Dict`], whose entries may have changed since it was decoded.
type Unchecked<T> = Result<T>;

fn checked<T>(converted: Result<T, Mismatch>) -> Checked<T> {
    converted.unwrap_or_else(|_| element_changed())
}

#[track_caller]
fn unchecked<T>(converted: Result<T, Mismatch>) -> Unchecked<T> {
    match converted {
        Ok(value) => Ok(value),
        Err(mismatch) => Err(mismatch.into_error()),
    }
}

/// Implements a mapping, from its functions in the runtime and the items of its iterators.
macro_rules! mapping {
    ($name:ident, $functions:ident, $Given:ident, $give:ident, {$(#[doc = $doc:literal])*}) => {
        impl<K, V> $name<K, V> {
            /// Whether there is an entry with a key.
            ///
            /// # Errors
            ///
            /// What comparing the keys raises.
            #[track_caller]
            pub fn contains_key(&self, key: impl IntoAny) -> Result<bool> {
                Ok(self.value_of(&key.into_any())?.is_some())
            }

            #[track_caller]
            fn value_of(&self, key: &Any) -> Result<Option<Any>> {
                let functions = build::$functions.lookup();
                locked(self.object.as_ptr(), || lookup(functions, &self.object, key))
            }

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
                let mut snapshot = Snapshot::default();
                let entries = entries(view, &mut snapshot)?;
                let _level = level_if(const { may_nest::<K>() || may_nest::<V>() })?;
                if !entries.into_iter().all(|entry| converts::<K>(&entry.key) && converts::<V>(&entry.value)) {
                    return None;
                }
                let copy = || from_entries(Container::$name, entries.map(|entry| (entry.key.clone(), entry.value.clone())));
                Some(Self::from_checked(object_type(view, Container::$name.type_index()).unwrap_or_else(copy)))
            }

            fn explain_view(view: AnyView<'_>) -> Option<Mismatch> {
                explain_mapping::<K, V, Self>(view)
            }

            /// The value of a key, if there is one.
            ///
            /// # Errors
            ///
            /// A `TypeError` or `ValueError` if the value does not convert, or what comparing the keys raises.
            #[track_caller]
            pub fn get(&self, key: impl IntoAny) -> Result<Option<V>> {
                self.value_of(&key.into_any())?.map(Any::cast).transpose()
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

            /// The entries, in the order of insertion. The iterator has a copy of the entries, which later changes do not affect.
            ///
            $(#[doc = $doc])*
            #[track_caller]
            pub fn iter(&self) -> std::vec::IntoIter<$Given<(K, V)>> {
                self.each(convert::<K, V>)
            }

            /// The keys, in the order of insertion, as [`iter`](Self::iter) gives them.
            #[track_caller]
            pub fn keys(&self) -> std::vec::IntoIter<$Given<K>> {
                self.each(|entry| convert::<K, V>(entry).map(|(key, _)| key))
            }

            /// The values, in the order in which their keys were inserted, as [`iter`](Self::iter) gives them.
            #[track_caller]
            pub fn values(&self) -> std::vec::IntoIter<$Given<V>> {
                self.each(|entry| convert::<K, V>(entry).map(|(_, value)| value))
            }

            #[track_caller]
            fn each<R>(&self, convert: impl Fn(&Entry) -> Result<R, Mismatch>) -> std::vec::IntoIter<$Given<R>> {
                let entries = self.entries();
                let mut converted = Vec::with_capacity(entries.len());
                // Not `map`: an error has the place of the caller.
                for entry in &entries {
                    converted.push($give(convert(entry)));
                }
                converted.into_iter()
            }
        }

        /// Equal if both have the same keys with equal values, in any order. A value that does not convert is not equal to any value.
        impl<K, V> PartialEq for $name<K, V>
        where
            V: for<'x> FromAnyView<'x> + PartialEq,
        {
            fn eq(&self, other: &Self) -> bool {
                let entries = self.entries();
                let has_equal = |Entry { key, value }: &Entry| {
                    let theirs = other.value_of(key).ok().flatten();
                    theirs.is_some_and(|theirs| is_equal::<V>(value, &theirs))
                };
                entries.len() == other.len() && entries.iter().all(has_equal)
            }
        }

        impl<K, V> fmt::Debug for $name<K, V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_map().entries(self.entries().iter().map(|entry| (&entry.key, &entry.value))).finish()
            }
        }

        into_iterator!(<K, V> &$name<K, V>, $Given<(K, V)>);
        into_iterator!(<K, V> $name<K, V>, $Given<(K, V)>);
    };
}

mapping! {
    Map, MAP, Checked, checked, {
        /// # Panics
        ///
        /// If an entry does not convert, although it was checked: it is a list or a dict that changed since, or was made by an
        /// [`IntoAny`] that [`FromAnyView`] does not undo.
    }
}
mapping! {
    Dict, DICT, Unchecked, unchecked, {
        /// An entry that does not convert is an error that names its key. The iterator goes on after it.
    }
}
