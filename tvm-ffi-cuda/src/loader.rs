//! Libraries of the system's that are looked for when they are needed.

use core::error::Error;

/// Why a library could not be loaded, in the words of the system; the error itself only says that it could not.
pub(crate) fn reason(error: &libloading::Error) -> String {
    match error.source() {
        Some(system) => system.to_string(),
        None => error.to_string(),
    }
}
