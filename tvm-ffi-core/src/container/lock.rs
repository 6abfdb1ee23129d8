//! The lock under which threads of this library read and change lists and dicts.

use core::ptr::NonNull;
use core::time::Duration;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Instant;

use crate::abi::TVMFFIObject;

/// One lock serves many containers: there is no place for one in a container.
static LOCKS: [Mutex<()>; 16] = [const { Mutex::new(()) }; 16];

/// How long a thread waits for a lock. They are held for moments, unless the hash of a dict's key is code of a user's, which may wait
/// for this thread.
const BOUND: Duration = Duration::from_secs(1);

/// Reads or changes a list or a dict while no other thread of this library does.
///
/// `access` should not run code of a user's, which could come back here: it drops no element, since that may be the end of an
/// object.
///
/// # Panics
///
/// If it has to wait for too long.
pub(super) fn locked<R>(container: NonNull<TVMFFIObject>, access: impl FnOnce() -> R) -> R {
    // Objects are at least that far apart.
    let index = (container.as_ptr().addr() / size_of::<TVMFFIObject>()) % LOCKS.len();
    let _guard = try_lock(&LOCKS[index]).unwrap_or_else(|| wait(&LOCKS[index]));
    access()
}

fn try_lock(lock: &'static Mutex<()>) -> Option<MutexGuard<'static, ()>> {
    match lock.try_lock() {
        Ok(guard) => Some(guard),
        // There is nothing that a panic could have left undone.
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[cold]
fn wait(lock: &'static Mutex<()>) -> MutexGuard<'static, ()> {
    let began = Instant::now();
    for round in 0u32.. {
        if let Some(guard) = try_lock(lock) {
            return guard;
        }
        if began.elapsed() > BOUND {
            break;
        }
        match round {
            0..100 => std::thread::yield_now(),
            _ => std::thread::sleep(Duration::from_micros(50)),
        }
    }
    panic!("a List or Dict is in use, by another thread or by the hash of a key of a Dict");
}
