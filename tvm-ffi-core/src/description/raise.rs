//! Errors and panics of an exported function, raised.
//!
//! The functions are `extern "C"`, so that a shim can call them as its last act with nothing to unwind through.

use core::ffi::c_int;
use std::any::Any as Payload;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::record::Record;
use super::refusal::Refusal;
use crate::error::{Error, ErrorKind};
use crate::panic::{forget, panic_error, raise_failed};

/// Raises the error that a function returned.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_error(error: Error, name: &'static str) -> c_int {
    raise(|| error.raise(name))
}

/// Raises a panic that left an exported function.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub(crate) extern "C" fn raise_panic(record: &'static Record, payload: Box<dyn Payload + Send>) -> c_int {
    let name = record.name;
    match catch_unwind(AssertUnwindSafe(|| panic_error(payload))) {
        Ok(error) => raise_error(error, name),
        Err(payload) => {
            forget(payload);
            raise_error(
                Error::new(ErrorKind::RuntimeError, "panicked, and again while the panic was reported"),
                name,
            )
        }
    }
}

/// Raises what is wrong with a call, as messages tell it after the name of the function.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
pub extern "C" fn raise_about(record: &'static Record, kind: ErrorKind, what: String) -> c_int {
    raise(|| Refusal::about(record, kind, &what).raise())
}

/// Raises an error, whatever happens on the way.
#[inline]
pub(crate) fn raise(raise: impl FnOnce()) -> c_int {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(raise)) {
        raise_failed(payload);
    }
    -1
}
