//! The lock under which threads of this library read and change lists and dicts.

use core::ptr::NonNull;
use core::time::Duration;

use crate::abi::TVMFFIObject;
use crate::wait::ObjectLocks;

static LOCKS: ObjectLocks = ObjectLocks::new();

/// How long a thread waits for a lock. Threads hold one for moments, unless the hash of a dict's key runs code of the user, which may
/// wait for this thread.
const BOUND: Duration = Duration::from_secs(10);

/// Reads a list or a dict while no other thread of this library changes it.
///
/// `access` should not run code of the user, which could use the container. It drops no element, since that could destroy an object.
///
/// # Panics
///
/// If it has to wait for too long.
pub(super) fn locked<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    let _guard = LOCKS.read(container, BOUND).unwrap_or_else(|| in_use());
    access()
}

/// Changes a list or a dict while no other thread of this library reads or changes it. The rest is as for [`locked`].
pub(super) fn locked_to_change<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    let _guard = LOCKS.write(container, BOUND).unwrap_or_else(|| in_use());
    access()
}

#[cold]
fn in_use() -> ! {
    panic!("a List or Dict is in use for too long, by another thread or by the hash of a key of a Dict");
}
