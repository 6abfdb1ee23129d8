//! Classes of this library, and operations on all of them.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use super::class_description::ClassDescription;
use super::class_texts::key;
use crate::abi::{TVMFFIObject, TVMFFIObjectDeleter};
use crate::error::Result;
use crate::json::Array;
use crate::list::{Element, List};
use crate::runtime::is_bound;
use crate::tensor_search::TensorSearch;

/// A class of this library: one static for each object type.
pub struct Class {
    /// The type index, once the class is registered; [`UNREGISTERED`](Self::UNREGISTERED) before.
    pub(crate) index: AtomicI32,
    /// The deleter of its objects.
    pub(crate) deleter: TVMFFIObjectDeleter,
    /// The class that it extends.
    pub(crate) parent: Option<fn() -> &'static Class>,
    /// Passes the description of the class to a function.
    pub(crate) describe: Describe,
    /// Cache: the deleter of the last subclass that a type test found; NULL before.
    pub(crate) cached_subclass: AtomicPtr<()>,
    /// Searches the fields of an object for tensors; `None` if no field can contain one.
    pub(crate) search_fields: Option<SearchFields>,
    pub(crate) vtable: &'static ClassVTable,
}

/// Passes the description of a class to a function.
pub type Describe = fn(&mut dyn FnMut(&ClassDescription<'_>));

/// Searches the fields of an object. `false` if the object cannot be borrowed; the thread keeps the reason.
pub type SearchFields = unsafe fn(NonNull<TVMFFIObject>, &mut TensorSearch) -> bool;

impl Class {
    pub(crate) const UNREGISTERED: i32 = -1;

    /// The class with the search through its fields, if one of them may lead to tensors.
    #[must_use]
    pub const fn searching(self, search_fields: Option<SearchFields>) -> Self {
        Self { search_fields, ..self }
    }

    /// The type index. The class is registered if it is not yet.
    ///
    /// # Errors
    ///
    /// Why it cannot be registered.
    #[inline(always)]
    pub fn type_index(&'static self) -> Result<i32> {
        let index = self.index.load(Ordering::Acquire);
        if index >= 0 { Ok(index) } else { (self.vtable.register)(self) }
    }
}

/// The classes of this library.
static CLASSES: List<&'static Class> = List::empty();

/// Enters a class in the list, in a constructor. Where constructors have no order, others may have been registered already.
pub fn enter_class(class: &'static Element<&'static Class>) {
    CLASSES.enter(class);
    if is_bound() {
        (class.value.vtable.register_listed)(class.value);
    }
}

/// Function table for operations that run over every class in the library.
///
/// A class refers to the functions, so that a library without classes does not link them.
pub(crate) struct ClassVTable {
    /// Registers the class, and returns its type index.
    pub(crate) register: fn(&'static Class) -> Result<i32>,
    /// Registers the class if it is not yet. It never unwinds.
    pub(crate) register_listed: fn(&'static Class),
    /// Why the class could not be registered.
    pub(crate) failure: fn(&'static Class) -> Option<String>,
    /// The JSON of the class in the manifest.
    pub(crate) json: fn(&'static Class) -> String,
    /// Whether a function at an address is one of the class that other code calls.
    pub(crate) is_entry: fn(&'static Class, usize) -> bool,
}

/// The classes of this library.
pub(crate) fn classes() -> impl Iterator<Item = &'static Class> {
    CLASSES.iter()
}

/// Registers the classes that are not registered yet.
pub(crate) fn register_pending_classes() {
    classes().for_each(|class| (class.vtable.register_listed)(class));
}

/// Whether a class of this library is registered with this key.
pub(crate) fn has_registered(type_key: &str) -> bool {
    classes().any(|class| class.index.load(Ordering::Acquire) >= 0 && key(class) == type_key)
}

/// The classes that could not be registered, by key, with the reason.
pub(crate) fn unregistered_classes() -> impl Iterator<Item = (&'static str, String)> {
    classes().filter_map(|class| Some((key(class), (class.vtable.failure)(class)?)))
}

/// All classes by key, in the order of their keys, as a JSON list.
pub(crate) fn objects_json() -> String {
    let mut objects: Vec<(&str, String)> = Vec::new();
    for class in classes() {
        insert_by_name(&mut objects, (key(class), (class.vtable.json)(class)));
    }
    let mut array = Array::new();
    for (_, object) in &objects {
        array.push(object);
    }
    array.end()
}

/// Inserts an entry into a list in the order of the names. A sort would add much code to each library.
pub(crate) fn insert_by_name<'a>(list: &mut Vec<(&'a str, String)>, entry: (&'a str, String)) {
    let place = list.iter().position(|(name, _)| *name > entry.0).unwrap_or(list.len());
    list.insert(place, entry);
}

/// Whether a function at an address is one of a class of this library that other code calls.
pub(crate) fn is_class_entry(address: usize) -> bool {
    classes().any(|class| (class.vtable.is_entry)(class, address))
}
