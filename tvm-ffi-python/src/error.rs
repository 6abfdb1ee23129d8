//! Errors of the ABI as exceptions, and exceptions as errors.
//!
//! An error of a callback has the exception in its context, so that the same object comes back.

use core::ptr::{NonNull, null_mut};
use std::any::Any as Payload;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use tvm_ffi_core::__private::{
    Nested, Unraised, message_of_panic, raise_about, take_raised_if_any, take_unraised,
};
use tvm_ffi_core::{Any, Error, ErrorKind};

use crate::api::Api;
use crate::ffi::PyObject;
use crate::function::Function;
use crate::module::Module;
use crate::python::{Borrowed, Owned, Python, Raised};
use crate::{exceptions, opaque, traceback};

/// The kind of an error for which an exception is set already.
const ALREADY_SET: &str = "EnvErrorAlreadySet";

/// Raises the error that a function of the ABI raised in the runtime.
#[cold]
#[inline(never)]
pub(crate) fn raise_taken(module: &Module, python: Python) -> Raised {
    match take_raised_if_any() {
        Some(error) => raise(module, python, error),
        None => raise_unraised(module, python),
    }
}

/// Raises an error.
#[cold]
pub(crate) fn raise(module: &Module, python: Python, error: Error) -> Raised {
    if let Some(exception) = exception_in(python, &error) {
        return python.restore(exception);
    }
    let (kind, errno, message) = error.for_python();
    if kind.name() == ALREADY_SET && python.is_raised() {
        return Raised;
    }
    raise_new(module, python, (&kind, errno, &message), &error.traceback(), error.cause())
}

/// The exception for an error.
pub(crate) fn exception(module: &Module, python: Python, error: Error) -> Result<Owned, Raised> {
    let raised = raise(module, python, error);
    python.fetch(raised)
}

/// Raises the error that a shim could not raise, because there is no runtime.
fn raise_unraised(module: &Module, python: Python) -> Raised {
    let unraised = take_unraised();
    if python.is_raised() {
        return Raised;
    }
    let Some(Unraised { kind, message, traceback }) = unraised.map(|unraised| *unraised) else {
        return python.raise(python.api.PyExc_SystemError, "a call failed without raising an error");
    };
    raise_new(module, python, (&kind, None, &message), &traceback, None)
}

/// Raises a new exception with a frame for each line of a traceback.
fn raise_new(
    module: &Module,
    python: Python,
    (kind, errno, message): (&ErrorKind, Option<i32>, &str),
    traceback: &str,
    cause: Option<Error>,
) -> Raised {
    let frames = traceback::frames(module, python, traceback);
    let made = new_exception(python, kind, errno, message);
    let Ok(made) = made else { return Raised };
    // Other languages make chains of any length.
    if let Some(cause) = cause
        && let Some(_level) = Nested::enter()
    {
        match exception(module, python, cause) {
            // SAFETY: both objects are live exceptions; the function takes over the reference to the second.
            Ok(cause) => unsafe { python.api.PyException_SetCause(made.borrow().as_ptr(), cause.into_raw()) },
            Err(raised) => python.clear(raised),
        }
    }
    let raised = python.raise_object(&made);
    traceback::add(python, &frames);
    raised
}

/// A new exception. One whose class is not known, or takes other arguments, is a `RuntimeError` with the kind before the message.
fn new_exception(
    python: Python,
    kind: &ErrorKind,
    errno: Option<i32>,
    message: &str,
) -> Result<Owned, Raised> {
    // The runtime has kinds that it does not know as a `RuntimeError`, with the kind before the message.
    let is_unknown = matches!(kind, ErrorKind::RuntimeError);
    let named = is_unknown.then(|| exceptions::named_in(python, message)).flatten();
    let (class, message) =
        named.map_or_else(|| (class(python, kind), message), |(class, rest)| (Some(class), rest));
    if let Some(class) = class {
        let made = match errno {
            Some(errno) => {
                // The number is an attribute of its own.
                let text = message.strip_suffix(&format!(" (os error {errno})")).unwrap_or(message);
                let (number, text) = (python.int(errno.into())?, python.text(text.as_bytes())?);
                let arguments = if cfg!(windows) {
                    // The number is one of Windows: Python computes `errno` from the fourth argument.
                    python.tuple([python.int(0)?, text, python.none(), number])?
                } else {
                    python.tuple([number, text])?
                };
                python.call(class.borrow(), &arguments)
            }
            None => python.call(class.borrow(), &python.tuple([python.text(message.as_bytes())?])?),
        };
        match made {
            Ok(made) if is_exception(python, made.borrow()) => return Ok(made),
            Ok(_) => {}
            Err(raised) => python.clear(raised),
        }
    }
    let text = python.text(format!("{}: {message}", kind.name()).as_bytes())?;
    python.call(Borrowed::of(python.api.PyExc_RuntimeError), &python.tuple([text])?)
}

/// The class of Python's own for a kind of error.
fn class(python: Python, kind: &ErrorKind) -> Option<Owned> {
    if let Some(class) = frequent_class(python.api, kind) {
        return Some(python.own(Borrowed::of(class)));
    }
    if let Some(class) = exceptions::class(python, kind) {
        return Some(class);
    }
    let find = || {
        let name = CString::new(kind.name()).map_err(|_| Raised)?;
        python.get(python.import(c"builtins")?.borrow(), &name)
    };
    let class = find().map_err(|raised| python.clear(raised)).ok()?;
    let base = Borrowed::of(python.api.PyExc_BaseException);
    let is_exception =
        python.is_class_object(class.borrow()) && python.is_subtype(class.borrow().as_ptr(), base);
    is_exception.then_some(class)
}

fn frequent_class(api: &Api, kind: &ErrorKind) -> Option<NonNull<PyObject>> {
    Some(match kind {
        ErrorKind::TypeError => api.PyExc_TypeError,
        ErrorKind::ValueError => api.PyExc_ValueError,
        ErrorKind::IndexError => api.PyExc_IndexError,
        ErrorKind::KeyError => api.PyExc_KeyError,
        ErrorKind::RuntimeError => api.PyExc_RuntimeError,
        _ => return None,
    })
}

fn is_exception(python: Python, object: Borrowed<'_>) -> bool {
    python.is_subtype(crate::layout::type_of(object), Borrowed::of(python.api.PyExc_BaseException))
}

/// The exception that an error was made of.
fn exception_in(python: Python, error: &Error) -> Option<Owned> {
    let context = Any::new(error.extra_context()?);
    let object = opaque::held(python, context.as_view())?;
    is_exception(python, object.borrow()).then_some(object)
}

/// The error of an exception, which is in its context.
pub(crate) fn of_exception(
    module: &Rc<Module>,
    python: Python,
    exception: Borrowed<'_>,
) -> Result<Error, Raised> {
    let context = opaque::hold(module, python, exception)?;
    let kind = python.class_name(exception)?;
    // SAFETY: the object is live.
    let message = unsafe { python.api.PyObject_Str(exception.as_ptr()) };
    // SAFETY: a new reference or NULL.
    let message = unsafe { python.owned(message) };
    // An exception may refuse to be shown.
    let message = message.and_then(|message| Ok(python.text_of(message.borrow())?.to_owned()));
    let message = message.unwrap_or_else(|raised| {
        python.clear(raised);
        String::new()
    });
    let traceback = traceback::text(python, exception).unwrap_or_else(|raised| {
        python.clear(raised);
        String::new()
    });
    Ok(Error::of_parts(&kind, &message, &traceback, Some(&context)))
}

/// Raises an error about an argument, as the shim would about another one.
#[cold]
pub(crate) fn raise_refused(function: &Function, index: usize, kind: ErrorKind, what: &str) -> Raised {
    let parameter = function.record.parameters.get(index);
    let name = parameter.map_or_else(String::new, |parameter| format!(" `{}`", parameter.name));
    raise_about(function.record, kind, format!(": argument #{index}{name}: {what}"));
    raise_taken(&function.module, function.python)
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

/// Calls code of Python's, unless such calls have used up the stack. Python's own limit of recursion does not know how much the frames of Rust take.
pub(crate) fn nested<R>(call: impl FnOnce() -> Result<R, Error>) -> Result<R, Error> {
    match Nested::enter_code() {
        Some(_level) => call(),
        None => Err(Error::new(ErrorKind::RecursionError, "calls are nested too deeply for the stack")),
    }
}

/// An error that the code of this crate makes for the runtime.
pub(crate) fn internal(message: &'static str) -> Error {
    Error::new(ErrorKind::RuntimeError, message)
}
