//! Limits for references between objects: derived implementations call themselves for each object.

use crate::nesting::Nested;

/// Runs a function on an object that another object refers to.
///
/// # Panics
///
/// If these calls are nested so deeply that the stack may not suffice, see [`Nested`].
#[inline]
#[track_caller]
pub(super) fn follow<R>(look: impl FnOnce() -> R) -> R {
    let Some(_nested) = Nested::enter() else { too_deep() };
    look()
}

#[cold]
#[track_caller]
fn too_deep() -> ! {
    panic!("a chain of objects that refer to each other is too long to be followed")
}
