//! The search for tensors in the fields of objects: a function that writes to a tensor compares its memory with that of all others.
//!
//! Another search of the same fields finds the objects of Python in them, see [`python`].

mod parts;
mod plain;
pub(super) mod python;

use core::ptr::NonNull;

use crate::abi::TVMFFIObject;
use crate::description::SearchFields;
use crate::object::{Access, ObjectType, payload};
use crate::tensor_search::TensorSearch;

/// The function of a class that searches the fields of its objects; `None` if no field can lead to a tensor.
pub(super) const fn field_search<T: ObjectType>() -> Option<SearchFields> {
    if T::LEADS_TO_TENSORS { Some(search_fields::<T>) } else { None }
}

/// Whether one of several types leads to tensors.
#[must_use]
pub const fn any_of(leads_to_tensors: &[bool]) -> bool {
    match leads_to_tensors {
        [] => false,
        [first, others @ ..] => *first || any_of(others),
    }
}

/// What `#[no_tensors(unsafe)]` expands to, so that the expansion has an `unsafe` too.
///
/// # Safety
///
/// The field leads to no tensor that a caller can have too.
pub const unsafe fn no_tensors() {}

/// Searches the fields of an object of type `T`, under a shared borrow. `false` if the object cannot be borrowed; the thread keeps the
/// reason.
///
/// # Safety
///
/// Object validity, and this library made the object, which is of type `T`.
unsafe fn search_fields<T: ObjectType>(object: NonNull<TVMFFIObject>, search: &mut TensorSearch) -> bool {
    let mut holder = Default::default();
    // SAFETY: the caller's contract.
    if !unsafe { T::Access::share(object, &mut holder) } {
        return false;
    }
    // SAFETY: the caller's contract.
    let payload = unsafe { payload::<T>(object) };
    // SAFETY: the object does not change while the holder lives.
    unsafe { payload.as_ref() }.search(search);
    true
}
