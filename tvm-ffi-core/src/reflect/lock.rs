//! Locks that keep this library from reading and setting fields of one object at once: getters and setters of other languages access
//! plain memory.

use std::sync::{RwLockReadGuard, RwLockWriteGuard};

use super::FieldInfo;
use crate::error::Result;
use crate::object_ref::ObjectRef;
use crate::wait::{BOUND, ObjectLocks};

static LOCKS: ObjectLocks = ObjectLocks::new();

/// Locks an object while a field is read.
#[track_caller]
pub(super) fn reading(object: &ObjectRef, field: &FieldInfo) -> Result<RwLockReadGuard<'static, ()>> {
    locked(LOCKS.read(object.as_ptr(), BOUND), field)
}

/// Locks an object while a field is set.
#[track_caller]
pub(super) fn writing(object: &ObjectRef, field: &FieldInfo) -> Result<RwLockWriteGuard<'static, ()>> {
    locked(LOCKS.write(object.as_ptr(), BOUND), field)
}

#[track_caller]
fn locked<G>(guard: Option<G>, field: &FieldInfo) -> Result<G> {
    let Some(guard) = guard else {
        crate::bail!("{field}: a field of the object is still in use by another access after 1 s")
    };
    Ok(guard)
}
