//! Waiting for other threads, with a bound.
//!
//! A waiting thread may hold a lock that the other thread needs: the GIL, or another object. So every wait in this crate has a time limit, after which it is an error.

use core::ptr::NonNull;
use core::time::Duration;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockResult};

use crate::abi::TVMFFIObject;
pub(crate) use crate::abi::wait::until;

/// How long a thread waits for an object or a lock.
pub(crate) const BOUND: Duration = Duration::from_secs(1);

/// The guard of a lock that is free. A panic of an earlier owner does not matter to the callers: they guard memory of others.
pub(crate) fn guard<G>(lock: TryLockResult<G>) -> Option<G> {
    match lock {
        Ok(guard) => Some(guard),
        Err(std::sync::TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(std::sync::TryLockError::WouldBlock) => None,
    }
}

const LOCKS: usize = 64;

/// Locks for objects that have no room for a lock. Several objects share one, by their addresses.
pub(crate) struct ObjectLocks([RwLock<()>; LOCKS]);

impl ObjectLocks {
    pub(crate) const fn new() -> Self {
        Self([const { RwLock::new(()) }; LOCKS])
    }

    /// Locks an object for reading; `None` if it is still in use after `bound`.
    pub(crate) fn read(
        &self,
        object: NonNull<TVMFFIObject>,
        bound: Duration,
    ) -> Option<RwLockReadGuard<'_, ()>> {
        let lock = self.of(object);
        until(bound, || guard(lock.try_read()))
    }

    /// Locks an object for writing; `None` if it is still in use after `bound`.
    pub(crate) fn write(
        &self,
        object: NonNull<TVMFFIObject>,
        bound: Duration,
    ) -> Option<RwLockWriteGuard<'_, ()>> {
        let lock = self.of(object);
        until(bound, || guard(lock.try_write()))
    }

    fn of(&self, object: NonNull<TVMFFIObject>) -> &RwLock<()> {
        // Blocks of objects are at least 32 bytes long.
        &self.0[(object.addr().get() >> 5) % LOCKS]
    }
}
