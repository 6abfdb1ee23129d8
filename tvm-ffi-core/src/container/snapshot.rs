//! Copies of lists.
//!
//! Other threads must not change a list while it is copied, and those of this library do not: see the module above. A change by another
//! library is an error if the copy detects it.

use core::ptr::NonNull;
use core::sync::atomic::{Ordering, fence};

use super::lock::locked;
use crate::abi::{TVMFFIAny, TVMFFIObject, TVMFFISeqCell};
use crate::any::Any;
use crate::object_ref::{is_object_index, try_inc_ref};

/// A list that changes while it is copied is copied again, at most this often.
const ATTEMPTS: usize = 8;

/// The elements that a list has now.
///
/// # Panics
///
/// If a thread of another library changes the list meanwhile.
///
/// # Safety
///
/// Object validity of a list.
#[cold]
#[inline(never)]
pub(super) unsafe fn list_snapshot(list: NonNull<TVMFFIObject>) -> Vec<Any> {
    // SAFETY: the caller's contract.
    let (items, is_whole) = locked(list, || unsafe { try_snapshot(list) });
    if !is_whole {
        // A drop may run any code, so it comes after the lock is released.
        drop(items);
        changed_meanwhile("List");
    }
    items
}

/// For a container that changed while it was read.
#[cold]
#[inline(never)]
pub(super) fn changed_meanwhile(container: &str) -> ! {
    panic!(
        "a {container} changed while it was read: no other thread may change a List or Dict that is passed to a function"
    );
}

/// The elements, and whether they are complete.
///
/// # Safety
///
/// Object validity of a list.
unsafe fn try_snapshot(list: NonNull<TVMFFIObject>) -> (Vec<Any>, bool) {
    for _ in 0..ATTEMPTS {
        // SAFETY: the caller's contract.
        let cell = unsafe { list_cell(list) };
        // SAFETY: the cell is that of a list; the comparison below checks that it has not changed.
        let Some(values) = (unsafe { copy_values(&cell) }) else { continue };
        // The cell is read again after the values.
        fence(Ordering::Acquire);
        // SAFETY: the caller's contract.
        let after = unsafe { list_cell(list) };
        if (after.data, after.size) == (cell.data, cell.size) {
            return share_all(values);
        }
    }
    (Vec::new(), false)
}

/// The body of a list as it is now. It may change at any time, so the read is volatile.
///
/// # Safety
///
/// Object validity of a list.
unsafe fn list_cell(list: NonNull<TVMFFIObject>) -> TVMFFISeqCell {
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { list.add(1) }.cast::<TVMFFISeqCell>();
    // SAFETY: Object validity: the body of a list.
    unsafe { cell.read_volatile() }
}

/// The number of elements of a locked list.
///
/// # Safety
///
/// Object validity of a list.
pub(super) unsafe fn length(list: NonNull<TVMFFIObject>) -> usize {
    // SAFETY: the caller's contract.
    let cell = unsafe { list_cell(list) };
    usize::try_from(cell.size).unwrap_or_default()
}

/// The element of a locked list at an index, if there is one.
///
/// # Safety
///
/// Object validity of a list.
pub(super) unsafe fn element(list: NonNull<TVMFFIObject>, index: usize) -> Option<Any> {
    // SAFETY: the caller's contract.
    let cell = unsafe { list_cell(list) };
    if cell.data.is_null() || index >= usize::try_from(cell.size).ok()? {
        return None;
    }
    // SAFETY: Object validity: `data` leads to `size` values.
    let place = unsafe { cell.data.cast::<TVMFFIAny>().add(index) };
    // SAFETY: as above.
    share(unsafe { place.read_volatile() })
}

/// The values that a cell describes, without ownership. `None` for a cell that is not valid for a list.
///
/// # Safety
///
/// The cell was read from a list that has not been changed since.
unsafe fn copy_values(cell: &TVMFFISeqCell) -> Option<Vec<TVMFFIAny>> {
    let length = usize::try_from(cell.size).ok()?;
    // An empty list has no buffer.
    if length != 0 && (cell.data.is_null() || cell.size > cell.capacity) {
        return None;
    }
    let mut values = Vec::new();
    values.try_reserve_exact(length).ok()?;
    let first = cell.data.cast::<TVMFFIAny>();
    for index in 0..length {
        // SAFETY: the caller's contract: `data` leads to `size` values.
        let place = unsafe { first.add(index) };
        // SAFETY: as above.
        values.push(unsafe { place.read_volatile() });
    }
    Some(values)
}

/// Takes a reference to each object, up to the first invalid value.
fn share_all(values: Vec<TVMFFIAny>) -> (Vec<Any>, bool) {
    let length = values.len();
    let items: Vec<Any> = values.into_iter().map_while(share).collect();
    let is_whole = items.len() == length;
    (items, is_whole)
}

fn share(value: TVMFFIAny) -> Option<Any> {
    if Any::only_views_hold(value.type_index) {
        return Some(Any::none());
    }
    if is_object_index(value.type_index)
        && let Some(object) = NonNull::new(value.payload.ptr().cast::<TVMFFIObject>())
    {
        // SAFETY: AnyView validity of the element of a list, which has been found unchanged since the value was read.
        if !object.is_aligned() || !unsafe { try_inc_ref(object, value.type_index) } {
            return None;
        }
    }
    // SAFETY: AnyView validity; a reference to the object was just taken.
    Some(unsafe { Any::from_raw(value) })
}
