//! What a library does with all of its classes.
//!
//! It finds the functions for that in the classes themselves: one without classes does not contain them.

use core::sync::atomic::Ordering;

use super::{Class, RegisteredClass, manifest, register};

/// The functions.
pub(super) struct Duties {
    /// Registers the class if it is not yet. It never unwinds.
    register: extern "C" fn(&'static Class),
    /// Why the class could not be registered.
    failure: fn(&'static Class) -> Option<String>,
    /// The class in the manifest.
    json: fn(&'static Class) -> String,
    /// Whether a function of the class is called from outside by an address.
    is_entry: fn(&'static Class, usize) -> bool,
}

impl Duties {
    pub(super) const ALL: &'static Self = &Self {
        register: register::register_on_load,
        failure: register::failure,
        json: manifest::json,
        is_entry: super::is_entry_of,
    };
}

/// The classes of this library.
fn classes() -> impl Iterator<Item = &'static Class> {
    inventory::iter::<RegisteredClass>.into_iter().map(|RegisteredClass(class)| *class)
}

/// Registers what was loaded before there was a runtime.
pub(crate) fn register_pending() {
    classes().for_each(|class| (class.duties.register)(class));
}

/// Whether a class of this library is registered by this key.
pub(super) fn has_registered(key: &str) -> bool {
    classes().any(|class| class.index.load(Ordering::Acquire) >= 0 && super::key(class) == key)
}

/// The classes that could not be registered, by key, with the reason.
pub(crate) fn not_registered() -> impl Iterator<Item = (&'static str, String)> {
    classes().filter_map(|class| Some((super::key(class), (class.duties.failure)(class)?)))
}

/// All classes by key, in the order of their keys, as a JSON list.
pub(crate) fn objects_json() -> String {
    let mut objects: Vec<(&str, String)> = Vec::new();
    for class in classes() {
        let object = (super::key(class), (class.duties.json)(class));
        // A sort is much code.
        let place = objects.partition_point(|other| *other < object);
        objects.insert(place, object);
    }
    let objects: Vec<String> = objects.into_iter().map(|(_, object)| object).collect();
    format!("[{}]", objects.join(","))
}

/// Whether an address is that of a function through which the classes of this library are called from outside.
pub(crate) fn is_entry(address: usize) -> bool {
    classes().any(|class| (class.duties.is_entry)(class, address))
}
