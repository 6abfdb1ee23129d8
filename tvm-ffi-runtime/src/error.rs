//! Errors, and the one that is raised on each thread.

use crate::object::Object;

/// Raises an error that is made of a kind and a message.
pub(crate) fn raise(kind: &str, message: &str) {
    let _ = (kind, message);
}

/// Raises an error object.
pub(crate) fn set_raised(error: Object) {
    drop(error);
}
