//! The lock under which threads of this library read and change lists and dicts.

use core::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use crate::abi::TVMFFIObject;

/// One lock serves many containers: there is no place for one in a container.
static LOCKS: [Mutex<()>; 16] = [const { Mutex::new(()) }; 16];

/// Reads or changes a list or a dict while no other thread of this library does.
///
/// `access` must not run code of a user's, which could come back here: it drops no element, since that may be the end of an
/// object.
pub(super) fn locked<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    // Objects are at least that far apart.
    let index = (container.as_ptr().addr() / size_of::<TVMFFIObject>()) % LOCKS.len();
    let _guard = LOCKS[index].lock().unwrap_or_else(PoisonError::into_inner);
    access()
}
