//! Types in the registry of the runtime, by index and by key.

use core::fmt;
use core::ptr::NonNull;

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

/// The type key of an object's type index. Only for indices of live objects: the runtime ends the process if it does not know the index.
pub(crate) fn type_key(type_index: i32) -> &'static str {
    of_object_index(type_index).map_or("an object", |about| about.key())
}

/// How many types a type extends.
pub(crate) fn depth(type_index: i32) -> usize {
    of_object_index(type_index).map_or(0, |about| about.depth())
}

/// The type with an index that a value has, if it is a type of objects.
pub(crate) fn of_object_index(type_index: i32) -> Option<TypeInfo> {
    if is_object_index(type_index) { TypeInfo::of_index(type_index) } else { None }
}

/// A type in the registry of the runtime.
#[derive(Clone, Copy)]
pub struct TypeInfo {
    pub(crate) entry: NonNull<TVMFFITypeInfo>,
    type_index: i32,
    key: &'static str,
}

// SAFETY: entries are never freed, and what is read of one after registration is copied out.
unsafe impl Send for TypeInfo {}
// SAFETY: as above.
unsafe impl Sync for TypeInfo {}

impl TypeInfo {
    /// The type with an index that is registered. The runtime ends the process for any other index.
    pub(crate) fn of_index(type_index: i32) -> Option<Self> {
        let is_reserved = (TypeIndex::STATIC_OBJECT_END..TypeIndex::DYN_OBJECT_BEGIN).contains(&type_index);
        if type_index < TypeIndex::NONE || is_reserved || runtime::find().is_err() {
            return None;
        }
        // SAFETY: the caller has the index from the runtime or from a live object.
        let entry = unsafe { table::TVMFFIGetTypeInfo(type_index) };
        // SAFETY: the runtime gives NULL or an entry that is never freed.
        NonNull::new(entry.cast_mut()).map(|entry| unsafe { Self::of_entry(entry) })
    }

    /// # Safety
    ///
    /// `entry` is one of the runtime's.
    unsafe fn of_entry(entry: NonNull<TVMFFITypeInfo>) -> Self {
        // SAFETY: the caller's contract; entries are never freed, and their index does not change.
        let type_index = unsafe { (*entry.as_ptr()).type_index };
        // SAFETY: as above.
        let type_key = unsafe { (*entry.as_ptr()).type_key };
        // SAFETY: the key is never freed.
        Self { entry, type_index, key: unsafe { text(&type_key) }.unwrap_or("an object") }
    }

    /// The number of ancestors.
    fn depth(&self) -> usize {
        // SAFETY: entries are never freed, and their depth does not change.
        usize::try_from(unsafe { (*self.entry.as_ptr()).type_depth }).unwrap_or(0)
    }

    /// The type key, `my_package.MyType`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The number of the type in this process.
    pub fn type_index(&self) -> i32 {
        self.type_index
    }

    /// The ancestors, from `ffi.Object` down to the parent.
    pub fn ancestors(&self) -> Vec<Self> {
        (0..self.depth()).filter_map(|depth| self.ancestor(depth)).collect()
    }

    /// The type that this one extends; `ffi.Object` extends none.
    pub fn parent(&self) -> Option<Self> {
        self.ancestor(self.depth().checked_sub(1)?)
    }

    /// Whether objects of the type are of another type too: the same, or one that it extends.
    pub fn is_a(&self, other: &Self) -> bool {
        if self.type_index == other.type_index {
            return true;
        }
        let depth = other.depth();
        depth < self.depth() && self.ancestor(depth).is_some_and(|at| at.type_index == other.type_index)
    }

    /// An ancestor by its depth, which is less than that of the type.
    fn ancestor(&self, depth: usize) -> Option<Self> {
        // SAFETY: entries are never freed, and their ancestors do not change.
        let ancestors = unsafe { (*self.entry.as_ptr()).type_ancestors };
        // SAFETY: an entry has as many ancestors as it is deep; callers ask for no other.
        let place = unsafe { ancestors.add(depth) };
        // SAFETY: as above.
        let found = unsafe { place.read() };
        // SAFETY: ancestors are entries of the runtime's.
        NonNull::new(found.cast_mut()).map(|entry| unsafe { Self::of_entry(entry) })
    }

    /// The ancestors, and the type itself.
    pub(crate) fn lineage(&self) -> Vec<Self> {
        let mut lineage = self.ancestors();
        lineage.push(*self);
        lineage
    }
}

impl PartialEq for TypeInfo {
    fn eq(&self, other: &Self) -> bool {
        self.type_index == other.type_index
    }
}

impl Eq for TypeInfo {}

impl fmt::Debug for TypeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypeInfo({})", self.key)
    }
}

/// A text of the runtime, if it is UTF-8.
///
/// # Safety
///
/// The bytes are never freed.
pub(crate) unsafe fn text(bytes: &TVMFFIByteArray) -> Option<&'static str> {
    // SAFETY: the caller's contract.
    core::str::from_utf8(unsafe { bytes.bytes() }).ok()
}

/// Whether objects of a type are of another type too, by what the runtime knows.
pub(crate) fn is_a(type_index: i32, ancestor: i32) -> bool {
    let both = of_object_index(type_index).zip(of_object_index(ancestor));
    both.is_some_and(|(about, ancestor)| about.is_a(&ancestor))
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
