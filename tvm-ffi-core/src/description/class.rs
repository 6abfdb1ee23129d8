//! Classes of this library, and operations on all of them.

use core::alloc::Layout;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

use std::sync::OnceLock;

use super::class_record::ClassRecord;
use super::record::Record;
use crate::abi::TVMFFIObject;
use crate::error::Result;
use crate::json::Array;
use crate::list::{Element, List};
use crate::runtime::is_bound;
use crate::tensor_search::TensorSearch;

/// A class of this library: one static for each object type, whose address identifies the class. A static that can change is never merged
/// with another one.
pub struct Class {
    /// The type index, once the class is registered; [`UNREGISTERED`](Self::UNREGISTERED) before.
    pub(crate) index: AtomicI32,
    /// The memory of an object.
    pub(crate) block: Block,
    /// Drops the payload of an object, if that does anything.
    pub(crate) drop_payload: Option<unsafe fn(NonNull<TVMFFIObject>)>,
    /// The class that it extends.
    pub(crate) parent: Option<fn() -> &'static Class>,
    /// What the macro wrote.
    pub(crate) record: &'static ClassRecord,
    /// Searches the fields of an object for tensors; `None` if no field can contain one.
    pub(crate) search_fields: Option<SearchFields>,
    /// The same for objects of Python.
    pub(crate) search_python: Option<SearchFields>,
    /// The constructor, see [`constructor`](Self::constructor).
    pub(crate) constructor: OnceLock<Option<&'static Record>>,
    /// What a Python module has made of the class; NULL before. Only threads with the GIL use it.
    pub(crate) python: AtomicPtr<()>,
}

/// The memory of an object.
#[derive(Clone, Copy)]
pub(crate) struct Block {
    pub(crate) layout: Layout,
    /// From the start of the block to the header, in bytes.
    pub(crate) header: usize,
}

/// Searches the fields of an object. `false` if the object cannot be borrowed; the thread keeps the reason.
pub type SearchFields = unsafe fn(NonNull<TVMFFIObject>, &mut TensorSearch) -> bool;

impl Class {
    pub(crate) const UNREGISTERED: i32 = -1;

    /// The type index. The class is registered if it is not yet.
    ///
    /// # Errors
    ///
    /// Why it cannot be registered.
    #[inline]
    pub fn type_index(&'static self) -> Result<i32> {
        let index = self.index.load(Ordering::Acquire);
        if index >= 0 { Ok(index) } else { self.register() }
    }
}

/// The type key of a class.
pub(crate) fn key(class: &'static Class) -> &'static str {
    class.record.key
}

/// The classes of this library.
static CLASSES: List<&'static Class> = List::empty();

/// Enters a class in the list, in a constructor. Where constructors have no order, others may have been registered already.
pub fn enter_class(class: &'static Element<&'static Class>) {
    CLASSES.enter(class);
    if is_bound() {
        class.value.register_listed();
    }
}

/// The classes of this library.
pub(crate) fn classes() -> impl Iterator<Item = &'static Class> {
    CLASSES.iter()
}

/// Registers the classes that are not registered yet.
pub(crate) fn register_pending_classes() {
    classes().for_each(Class::register_listed);
}

/// Whether a class of this library is registered with this key.
pub(crate) fn has_registered(type_key: &str) -> bool {
    classes().any(|class| class.index.load(Ordering::Acquire) >= 0 && key(class) == type_key)
}

/// The classes that could not be registered, by key, with the reason.
pub(crate) fn unregistered_classes() -> impl Iterator<Item = (&'static str, String)> {
    classes().filter_map(|class| Some((key(class), class.failure()?)))
}

/// All classes by key, in the order of their keys, as a JSON list.
pub(crate) fn objects_json() -> String {
    let mut all: Vec<_> = classes().collect();
    all.sort_by_key(|class| key(class));
    Array::of(all.into_iter().map(Class::json))
}

/// Whether a function at an address is one of a class of this library that other code calls.
pub(crate) fn is_class_entry(address: usize) -> bool {
    classes().any(|class| class.is_entry(address))
}
