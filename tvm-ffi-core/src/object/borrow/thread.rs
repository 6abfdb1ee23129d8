//! The borrows of one thread.
//!
//! Several threads may share an object, and its word cannot name them. So each thread lists its borrows: a thread that asks for one that
//! conflicts with its own would wait for itself.

use core::cell::{Cell, RefCell};
use core::ptr::NonNull;

use super::word::Mode;
use crate::abi::TVMFFIObject;

std::thread_local! {
    /// Two borrows, or 0; a thread rarely has more. It has no destructor, so that an access needs no test.
    static FEW: [Cell<usize>; 2] = const { [Cell::new(0), Cell::new(0)] };

    /// The others.
    static MORE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// The address of the object, with the lowest bit set for an exclusive borrow.
#[inline]
fn entry(object: NonNull<TVMFFIObject>, mode: Mode) -> usize {
    object.addr().get() | usize::from(mode == Mode::Exclusive)
}

/// Replaces one of the two borrows, if it is `old`.
#[inline]
fn replace(old: usize, new: usize) -> bool {
    FEW.with(|few| {
        let place = few.iter().find(|one| one.get() == old);
        place.map(|one| one.set(new)).is_some()
    })
}

/// Adds a borrow to the list.
#[inline]
pub(super) fn list(object: NonNull<TVMFFIObject>, mode: Mode) {
    let entry = entry(object, mode);
    if !replace(0, entry) {
        list_more(entry);
    }
}

/// A thread that is ending may have no list of the others, which then look like those of other threads.
#[cold]
#[inline(never)]
fn list_more(entry: usize) {
    let _ = MORE.try_with(|more| more.borrow_mut().push(entry));
}

/// Removes a borrow from the list.
#[inline]
pub(super) fn unlist(object: NonNull<TVMFFIObject>, mode: Mode) {
    let entry = entry(object, mode);
    if !replace(entry, 0) {
        unlist_more(entry);
    }
}

#[cold]
#[inline(never)]
fn unlist_more(entry: usize) {
    let _ = MORE.try_with(|more| {
        let mut more = more.borrow_mut();
        if let Some(place) = more.iter().rposition(|listed| *listed == entry) {
            more.swap_remove(place);
        }
    });
}

/// How this thread has borrowed an object. A borrow that was forgotten stays in the list, and so it may be one of an object that was at the same
/// address earlier.
pub(super) fn listed(object: NonNull<TVMFFIObject>) -> Option<Mode> {
    [Mode::Exclusive, Mode::Shared].into_iter().find(|mode| {
        let entry = entry(object, *mode);
        let few = FEW.with(|few| few.iter().any(|one| one.get() == entry));
        few || MORE.try_with(|more| more.borrow().contains(&entry)).unwrap_or(false)
    })
}
