//! The search for objects of Python in the fields of objects, for Python's garbage collector.
//!
//! The collector counts references: an object to which others refer more often than the collector finds is in use. So the search follows only what
//! belongs to the searched object alone. Then no other thread can reach any of it while no call uses the object.

use core::ptr::NonNull;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::abi::count::{BOTH_ONE, counts};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::container::{ArrayRef, MapRef};
use crate::convert::FromAnyView;
use crate::description::{Class, SearchFields};
use crate::object::{Access, ObjectType, class_of, payload};
use crate::tensor_search::{SearchTensors, TensorSearch};

/// The function of a class that searches the fields of its objects; `None` if no field can lead to an object of Python.
pub(in crate::class) const fn field_search<T: ObjectType>() -> Option<SearchFields> {
    if T::LEADS_TO_PYTHON { Some(search_fields::<T>) } else { None }
}

impl Class {
    /// Whether its objects may lead to objects of Python.
    pub fn leads_to_python(&self) -> bool {
        self.search_python.is_some()
    }
}

/// The functions, and the objects that hold one of Python's, which belong to an object alone. There are none if anything else has a reference to the
/// object, or uses it.
///
/// # Safety
///
/// Object validity.
pub unsafe fn python_objects_in(object: NonNull<TVMFFIObject>) -> Vec<NonNull<TVMFFIObject>> {
    let mut found = TensorSearch::for_python();
    // SAFETY: the caller's contract.
    unsafe { search(object, &mut found) };
    found.into_python()
}

/// Searches an object, if the caller's reference is the only one.
///
/// # Safety
///
/// Object validity.
pub(super) unsafe fn search(object: NonNull<TVMFFIObject>, search: &mut TensorSearch) {
    // SAFETY: the caller's contract. Acquire pairs with the release by the thread that dropped the last other reference.
    if unsafe { counts(object) }.load(core::sync::atomic::Ordering::Acquire) != BOTH_ONE {
        return;
    }
    // SAFETY: the caller's contract; the index never changes.
    let type_index = unsafe { (*object.as_ptr()).type_index };
    match type_index {
        TypeIndex::FUNCTION | TypeIndex::OPAQUE_PY_OBJECT => search.add_python(object),
        TypeIndex::ARRAY | TypeIndex::MAP => {
            let raw = TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(object.as_ptr().cast()));
            // SAFETY: AnyView validity, by the caller's contract.
            search_container(unsafe { AnyView::from_raw(NonNull::from(&raw)) }, search);
        }
        _ => {
            // SAFETY: the caller's contract.
            if let Some(search_fields) = unsafe { class_of(object) }.and_then(|class| class.search_python) {
                // SAFETY: the function is that of the class of the object.
                search.within(|search| _ = unsafe { search_fields(object, search) });
            }
        }
    }
}

fn search_container(view: AnyView<'_>, search: &mut TensorSearch) {
    if let Some(array) = ArrayRef::<AnyView<'_>>::decode(view, &mut Default::default()) {
        search.within(|search| array.as_anys().iter().for_each(|item| item.search(search)));
    } else if let Some(map) = MapRef::<AnyView<'_>, AnyView<'_>>::decode(view, &mut Default::default()) {
        let both = |search: &mut TensorSearch, (key, value): (&Any, &Any)| {
            key.search(search);
            value.search(search);
        };
        search.within(|search| map.as_anys().for_each(|entry| both(search, entry)));
    }
}

/// Searches the fields of an object of type `T`, if no one changes it.
///
/// # Safety
///
/// Object validity, and this library made the object, which is of type `T`.
unsafe fn search_fields<T: ObjectType>(object: NonNull<TVMFFIObject>, search: &mut TensorSearch) -> bool {
    // SAFETY: the caller's contract.
    let payload = unsafe { payload::<T>(object) };
    let read = || {
        // SAFETY: the object does not change while it is read.
        let fields = AssertUnwindSafe(|| unsafe { payload.as_ref() }.search(search));
        // Users may write a search by hand. What it found before it panicked is true.
        catch_unwind(fields).is_ok()
    };
    // SAFETY: the caller's contract; the search does not panic.
    unsafe { T::Access::read_at_once(object, read) }.unwrap_or(false)
}
