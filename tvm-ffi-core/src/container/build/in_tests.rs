//! Maps for the runtime of the tests.

use core::ffi::c_void;
use core::ptr::NonNull;

use super::map::map;
use super::object::Body;
use crate::abi::{TVMFFIObject, TypeIndex};
use crate::any::Any;
use crate::container::layout::{self, Entry, MapCell, SMALL, cell, dense_cell};
use crate::object_ref::ObjectRef;

/// A map in the known layout. `None` if its keys are of a kind that only the real runtime hashes.
pub(crate) fn map_of(type_index: i32, entries: Vec<(Any, Any)>) -> Option<ObjectRef> {
    map(type_index, entries.into_iter().map(|(key, value)| Entry { key, value }).collect()).ok()
}

/// The entries of a map.
///
/// # Safety
///
/// Object validity of a map in the known layout, which no other thread changes.
pub(crate) unsafe fn entries_of(map: NonNull<TVMFFIObject>) -> Vec<(Any, Any)> {
    // SAFETY: the caller's contract.
    unsafe { layout::entries(map) }.map(|entry| (entry.key.clone(), entry.value.clone())).collect()
}

/// Replaces the entries of a dict, as C++ does it when a dict grows: the dict takes over the contents of a new one.
///
/// # Safety
///
/// As for [`entries_of`]; [`map_of`] made the dict, and nothing else uses it now.
pub(crate) unsafe fn replace_entries(dict: NonNull<TVMFFIObject>, entries: Vec<(Any, Any)>) {
    /// Drops the object that a small dict took its contents from.
    unsafe extern "C" fn release(data: *mut c_void) {
        // SAFETY: the contents follow the header and the body of the object.
        let object = unsafe { data.cast::<u8>().sub(size_of::<TVMFFIObject>() + size_of::<MapCell>()) };
        // SAFETY: `replace_entries` has left this reference.
        drop(unsafe { ObjectRef::from_handle(object.cast()) });
    }

    let Some(new) = map_of(TypeIndex::DICT, entries) else { panic!("these keys have been in the dict") };
    // SAFETY: the caller's contract.
    unsafe { MapCell::drop_contents(dict) };
    let from = new.body::<MapCell>();
    // SAFETY: the body of the new dict.
    let mut contents = unsafe { from.read() };
    // SAFETY: the new dict has no entries any more, and nothing to free.
    unsafe { from.write(MapCell { data: core::ptr::null_mut(), size: 0, slots: 0, data_deleter: None }) };
    if contents.slots & SMALL == 0 {
        // SAFETY: the new dict is dense.
        let from = unsafe { dense_cell(from) };
        // SAFETY: the caller's contract.
        let into = unsafe { cell(dict) };
        // SAFETY: the smallest object is that of a small map with two slots, which has room for this.
        let into = unsafe { dense_cell(into) };
        // SAFETY: as above.
        unsafe { from.copy_to(into, 1) };
    } else {
        contents.data_deleter = Some(release);
        let _ = new.into_raw();
    }
    // SAFETY: the caller's contract.
    let place = unsafe { cell(dict) };
    // SAFETY: as above.
    unsafe { place.write(contents) };
}
