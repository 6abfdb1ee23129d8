//! Locks that keep this library from reading and setting fields of one object at once: getters and setters of other languages access
//! plain memory.

use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use super::FieldInfo;
use crate::abi::wait::until;
use crate::error::Result;
use crate::object_ref::ObjectRef;
use crate::tensor_search::guard;

/// Several objects share a lock, by their addresses.
static LOCKS: [RwLock<()>; 64] = [const { RwLock::new(()) }; 64];

fn lock_of(object: &ObjectRef) -> &'static RwLock<()> {
    // Blocks of objects are at least 32 bytes long.
    &LOCKS[(object.as_ptr().addr().get() >> 5) % LOCKS.len()]
}

/// Locks an object while a field is read.
#[track_caller]
pub(super) fn reading(object: &ObjectRef, field: &FieldInfo) -> Result<RwLockReadGuard<'static, ()>> {
    locked(until(|| guard(lock_of(object).try_read())), field)
}

/// Locks an object while a field is set.
#[track_caller]
pub(super) fn writing(object: &ObjectRef, field: &FieldInfo) -> Result<RwLockWriteGuard<'static, ()>> {
    locked(until(|| guard(lock_of(object).try_write())), field)
}

#[track_caller]
fn locked<G>(guard: Option<G>, field: &FieldInfo) -> Result<G> {
    let Some(guard) = guard else {
        crate::bail!("{field}: a field of the object is still in use by another access after 1 s")
    };
    Ok(guard)
}
