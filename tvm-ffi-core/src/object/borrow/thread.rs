//! The borrows of one thread.
//!
//! Several threads may share an object, and its word cannot name them. So each thread lists its borrows: a thread that asks for one that
//! conflicts with its own would wait for itself.

use core::cell::RefCell;
use core::ptr::NonNull;

use super::word::Mode;
use crate::abi::TVMFFIObject;

std::thread_local! {
    static BORROWED: RefCell<Vec<(NonNull<TVMFFIObject>, Mode)>> = const { RefCell::new(Vec::new()) };
}

/// Adds a borrow to the list. A thread that is ending may have none; then its borrows look like those of other threads.
pub(super) fn list(object: NonNull<TVMFFIObject>, mode: Mode) {
    let _ = BORROWED.try_with(|borrowed| borrowed.borrow_mut().push((object, mode)));
}

/// Removes a borrow from the list.
pub(super) fn unlist(object: NonNull<TVMFFIObject>, mode: Mode) {
    let _ = BORROWED.try_with(|borrowed| {
        let mut borrowed = borrowed.borrow_mut();
        if let Some(place) = borrowed.iter().rposition(|listed| *listed == (object, mode)) {
            borrowed.swap_remove(place);
        }
    });
}

/// How this thread has borrowed an object. A borrow that was forgotten stays in the list, and so it may be one of an object that was at the same
/// address earlier.
pub(super) fn listed(object: NonNull<TVMFFIObject>) -> Option<Mode> {
    let find = |borrowed: &RefCell<Vec<_>>| {
        borrowed.borrow().iter().rfind(|(listed, _)| *listed == object).map(|(_, mode)| *mode)
    };
    BORROWED.try_with(find).ok().flatten()
}
