//! Types in the registry of the runtime, by index and by key.

use crate::abi::{TVMFFIByteArray, TVMFFITypeInfo, TypeIndex};
use crate::error::check;
use crate::object_ref::{ObjectRef, is_object_index};
use crate::runtime::{self, table};

impl ObjectRef {
    /// The type key of the object, `ffi.Array` say.
    pub fn type_key(&self) -> &'static str {
        type_key(self.type_index())
    }
}

/// The type key of an object's type index.
///
/// Only for indices of live objects: the runtime ends the process if it does not know the index. Reserved indices are handled here.
pub(crate) fn type_key(type_index: i32) -> &'static str {
    let is_reserved = (TypeIndex::STATIC_OBJECT_END..TypeIndex::DYN_OBJECT_BEGIN).contains(&type_index);
    if is_reserved {
        return "an object";
    }
    let Some(info) = type_info(type_index) else { return "an object" };
    // SAFETY: entries are never freed, and their keys never change.
    let key = unsafe { (*info).type_key };
    // SAFETY: the key is never freed.
    core::str::from_utf8(unsafe { key.bytes() }).unwrap_or("an object")
}

/// How many types a type extends.
pub(crate) fn depth(type_index: i32) -> u32 {
    // SAFETY: entries are never freed, and their depths never change.
    type_info(type_index).map_or(0, |info| unsafe { (*info).type_depth }.cast_unsigned())
}

/// Whether objects of a type are of another type too, by what the runtime knows. Only for indices of live objects, as [`type_key`].
pub(crate) fn is_a(type_index: i32, ancestor: i32) -> bool {
    if type_index == ancestor {
        return true;
    }
    let Some(info) = type_info(type_index) else { return false };
    // SAFETY: entries are never freed, and their ancestors never change.
    let ancestors = unsafe { (*info).type_ancestors };
    // SAFETY: as above.
    let depth = usize::try_from(unsafe { (*info).type_depth }).unwrap_or(0);
    (0..depth).any(|place| {
        // SAFETY: a type has as many ancestors as it is deep.
        let info = unsafe { ancestors.add(place) };
        // SAFETY: as above.
        let info = unsafe { info.read() };
        // SAFETY: entries are never freed, and their index never changes.
        unsafe { (*info).type_index == ancestor }
    })
}

/// What the runtime knows of the type of a live object: an entry that is never freed. Another thread may register fields in it.
fn type_info(type_index: i32) -> Option<*const TVMFFITypeInfo> {
    if !is_object_index(type_index) || runtime::find().is_err() {
        return None;
    }
    // SAFETY: the index is that of a live object, so it is registered.
    let info = unsafe { table::TVMFFIGetTypeInfo(type_index) };
    (!info.is_null()).then_some(info)
}

/// The patch version of the runtimes that can be asked without an error being made.
const HAS_QUERY: u32 = 14;

/// The index of the type that is registered for `key`, if there is one.
pub(crate) fn type_index(key: &str) -> Option<i32> {
    const QUERY_ONLY: i32 = -2;
    let key = TVMFFIByteArray::of(key.as_bytes());
    let mut index = -1;
    if runtime::find().ok()?.version().patch >= HAS_QUERY {
        // SAFETY: the key is readable; a query registers nothing, and looks at nothing but the key.
        index = unsafe { table::TVMFFITypeGetOrAllocIndex(&key, -1, 0, 0, 0, QUERY_ONLY) };
    } else {
        // To older ones the query is a parent that does not exist, for which they end the process.
        // SAFETY: the key is readable, and the index is writable.
        check(unsafe { table::TVMFFITypeKeyToIndex(&key, &mut index) }).ok()?;
    }
    (index >= 0).then_some(index)
}

/// The containers of the runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    Array,
    List,
    Map,
    Dict,
}

impl Container {
    /// The container with a type index.
    pub(crate) const fn of(type_index: i32) -> Option<Self> {
        match type_index {
            TypeIndex::ARRAY => Some(Self::Array),
            TypeIndex::LIST => Some(Self::List),
            TypeIndex::MAP => Some(Self::Map),
            TypeIndex::DICT => Some(Self::Dict),
            _ => None,
        }
    }

    /// The type index of the container.
    pub(crate) const fn type_index(self) -> i32 {
        match self {
            Self::Array => TypeIndex::ARRAY,
            Self::List => TypeIndex::LIST,
            Self::Map => TypeIndex::MAP,
            Self::Dict => TypeIndex::DICT,
        }
    }

    /// The name in messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Array => "Array",
            Self::List => "List",
            Self::Map => "Map",
            Self::Dict => "Dict",
        }
    }
}
