//! Keeps fields of one object from being read and set at once by this library.
//!
//! Getters and setters of other languages write plain memory. The lock is taken without waiting for it in the system: a setter may
//! run code that needs what another thread holds while that waits for the lock. So waiting ends, with an error.

use core::time::Duration;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};
use std::time::Instant;

use super::FieldInfo;
use crate::error::Result;
use crate::object::ObjectRef;

/// Objects share a lock with those whose address ends alike.
static LOCKS: [RwLock<()>; 64] = [const { RwLock::new(()) }; 64];

/// How long to wait for another thread.
const BOUND: Duration = Duration::from_secs(1);

fn of(object: &ObjectRef) -> &'static RwLock<()> {
    // Objects are blocks of at least 32 bytes.
    &LOCKS[(object.as_ptr().addr().get() >> 5) % LOCKS.len()]
}

/// For as long as a field is read.
#[track_caller]
pub(super) fn reading(object: &ObjectRef, field: &FieldInfo) -> Result<RwLockReadGuard<'static, ()>> {
    let lock = of(object);
    wait(|| guard(lock.try_read()), field)
}

/// For as long as a field is set.
#[track_caller]
pub(super) fn writing(object: &ObjectRef, field: &FieldInfo) -> Result<RwLockWriteGuard<'static, ()>> {
    let lock = of(object);
    wait(|| guard(lock.try_write()), field)
}

fn guard<G>(tried: core::result::Result<G, TryLockError<G>>) -> Option<G> {
    match tried {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

#[inline]
#[track_caller]
fn wait<G>(mut try_lock: impl FnMut() -> Option<G>, field: &FieldInfo) -> Result<G> {
    match try_lock() {
        Some(guard) => Ok(guard),
        None => wait_long(&mut try_lock, field),
    }
}

#[cold]
#[track_caller]
fn wait_long<G>(try_lock: &mut dyn FnMut() -> Option<G>, field: &FieldInfo) -> Result<G> {
    let start = Instant::now();
    while start.elapsed() < BOUND {
        if let Some(guard) = try_lock() {
            return Ok(guard);
        }
        std::thread::sleep(Duration::from_micros(50));
    }
    crate::bail!("{field}: a field of the object is still in use by another access after 1 s")
}
