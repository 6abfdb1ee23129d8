//! The lock under which threads of this library read and change lists and dicts.

use core::ptr::NonNull;
use core::time::Duration;
use std::sync::{RwLock, TryLockError, TryLockResult};
use std::time::Instant;

use crate::abi::TVMFFIObject;

/// One lock serves many containers: there is no place for one in a container.
static LOCKS: [RwLock<()>; 16] = [const { RwLock::new(()) }; 16];

/// How long a thread waits for a lock. They are held for moments, unless the hash of a dict's key is code of a user's, which may wait
/// for this thread.
const BOUND: Duration = Duration::from_secs(10);

/// Reads a list or a dict while no other thread of this library changes it.
///
/// `access` should not run code of a user's, which could come back here: it drops no element, since that may be the end of an
/// object.
///
/// # Panics
///
/// If it has to wait for too long.
pub(super) fn locked<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    let lock = lock(container);
    let _guard = wait(|| lock.try_read());
    access()
}

/// Changes a list or a dict while no other thread of this library reads or changes it. The rest is as for [`locked`].
pub(super) fn locked_to_change<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    let lock = lock(container);
    let _guard = wait(|| lock.try_write());
    access()
}

fn lock(container: NonNull<TVMFFIObject>) -> &'static RwLock<()> {
    // Objects are at least that far apart.
    &LOCKS[(container.as_ptr().addr() / size_of::<TVMFFIObject>()) % LOCKS.len()]
}

fn wait<G>(try_lock: impl Fn() -> TryLockResult<G>) -> G {
    let mut began = None;
    for round in 0u32.. {
        match try_lock() {
            Ok(guard) => return guard,
            // There is nothing that a panic could have left undone.
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => {}
        }
        if began.get_or_insert_with(Instant::now).elapsed() > BOUND {
            break;
        }
        match round {
            0..100 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
    }
    panic!("a List or Dict is in use for too long, by another thread or by the hash of a key of a Dict");
}
