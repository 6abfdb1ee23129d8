//! Errors of a shim, as exceptions.

use core::ptr::{NonNull, null_mut};
use std::any::Any as Payload;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi_core::__private::{Unraised, message_of_panic, take_raised_if_any, take_unraised};
use tvm_ffi_core::{Error, ErrorKind};

use crate::ffi::PyObject;
use crate::function::Function;
use crate::python::{Owned, Python, Raised};
use crate::{exceptions, through_tvm_ffi, traceback};

/// The kind of an error for which an exception is set already.
const ALREADY_SET: &str = "EnvErrorAlreadySet";
/// The kind of an error about an array that cannot be passed.
pub(crate) const BUFFER_ERROR: &str = "BufferError";

/// Raises the error that a shim raised in the runtime.
#[cold]
#[inline(never)]
pub(crate) fn raise_taken(function: &Function) -> Raised {
    let python = function.python;
    let Some(error) = take_raised_if_any() else { return raise_unraised(function) };
    let kind = error.kind();
    if kind.name() == ALREADY_SET && python.is_raised() {
        return Raised;
    }
    let message = error.message();
    // The runtime has other kinds as a `RuntimeError` with the kind before the message.
    if let Some((class, message)) = exceptions::named_in(python, &message) {
        return raise_with(function, class, message, &error.traceback());
    }
    match class(python, &kind) {
        Some(class) if error.extra_context().is_none() => {
            raise_with(function, class, &message, &error.traceback())
        }
        // A package may have registered a class for it, or it is that of a callback.
        _ => through_tvm_ffi::raise(function, error),
    }
}

/// Raises the error that a shim could not raise, because there is no runtime.
fn raise_unraised(function: &Function) -> Raised {
    let (python, api) = (function.python, function.python.api);
    let unraised = take_unraised();
    if python.is_raised() {
        return Raised;
    }
    let Some(Unraised { kind, message, traceback }) = unraised.map(|unraised| *unraised) else {
        return python.raise(api.PyExc_SystemError, "a call failed without raising an error");
    };
    match class(python, &kind) {
        Some(class) => raise_with(function, class, &message, &traceback),
        None => {
            raise_with(function, api.PyExc_RuntimeError, &format!("{}: {message}", kind.name()), &traceback)
        }
    }
}

/// Raises an exception with a frame for each line of a traceback.
fn raise_with(function: &Function, class: NonNull<PyObject>, message: &str, traceback: &str) -> Raised {
    let frames = traceback::frames(function, traceback);
    let raised = function.python.raise(class, message);
    traceback::add(function.python, &frames);
    raised
}

/// The class for a kind of error.
fn class(python: Python, kind: &ErrorKind) -> Option<NonNull<PyObject>> {
    let api = python.api;
    Some(match kind {
        ErrorKind::TypeError => api.PyExc_TypeError,
        ErrorKind::ValueError => api.PyExc_ValueError,
        ErrorKind::IndexError => api.PyExc_IndexError,
        ErrorKind::KeyError => api.PyExc_KeyError,
        ErrorKind::AttributeError => api.PyExc_AttributeError,
        ErrorKind::AssertionError => api.PyExc_AssertionError,
        ErrorKind::MemoryError => api.PyExc_MemoryError,
        ErrorKind::RuntimeError => api.PyExc_RuntimeError,
        ErrorKind::Other(name) if **name == *BUFFER_ERROR => api.PyExc_BufferError,
        _ => return exceptions::class(python, kind),
    })
}

/// Raises a panic of this crate, which would be a mistake in it.
#[cold]
#[inline(never)]
pub(crate) fn raise_unexpected(python: Python, payload: Box<dyn Payload + Send>) -> Raised {
    let raise = || {
        let text = message_of_panic(&*payload).unwrap_or_else(|| String::from("a value that is not text"));
        python.raise(python.api.PyExc_SystemError, &format!("tvm-ffi-python panicked: {text}"))
    };
    catch_unwind(AssertUnwindSafe(raise)).unwrap_or(Raised)
}

/// Runs the body of a function that Python calls, and returns what Python gets: a new reference, or NULL with an exception.
#[inline(always)]
pub(crate) fn guarded(python: Python, body: impl FnOnce() -> Result<Owned, Raised>) -> *mut PyObject {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(object)) => object.into_raw(),
        Ok(Err(Raised)) => null_mut(),
        Err(payload) => {
            let Raised = raise_unexpected(python, payload);
            null_mut()
        }
    }
}

/// An error that the code of this crate makes for the runtime.
pub(crate) fn internal(message: &'static str) -> Error {
    Error::new(ErrorKind::RuntimeError, message)
}
