//! Errors and panics of an exported function, raised.

use core::ffi::c_int;

use super::record::Record;
use super::refusal::Refusal;
use crate::error::{Error, ErrorKind};
use crate::panic::raise;

/// Raises the error that a function returned.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_error(error: Error, name: &'static str) -> c_int {
    raise(|| error.raise(name))
}

/// Raises what is wrong with a call, as messages tell it after the name of the function.
#[cold]
#[inline(never)]
pub fn raise_about(record: &'static Record, kind: ErrorKind, what: String) -> c_int {
    raise(|| Refusal::about(record, kind, &what).raise())
}
