//! Errors: made in Rust, or taken from the runtime and raised again unchanged.
//!
//! - [`Error`] and [`Result`], the standard conversions, and [`Context`];
//! - [`bail!`](crate::bail) and [`ensure!`](crate::ensure);
//! - raising: the text of the traceback, and passing errors to the runtime.

mod backtrace;
mod exception;
mod from;
mod kind;
mod macros;
mod raise;

use std::borrow::Cow;
use std::fmt;
use std::panic::Location;

pub(crate) use backtrace::Frames;
pub(crate) use exception::exceptions_json;
pub use exception::{ExceptionRecord, enter_exception, exceptions};
pub use from::{Context, IntoError};
pub use kind::ErrorKind;
pub use raise::{Unraised, take_raised_if_any, take_unraised};
pub(crate) use raise::{check, expect_success, raise_at, raise_copy, raise_out_of_memory, take_raised};

use crate::abi::{TVMFFIByteArray, TVMFFIErrorCell};
use crate::object_ref::ObjectRef;

/// The name of the function in the traceback of an error that no exported function has raised.
const UNRAISED: &str = "<rust>";

/// The result type of this crate.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// An error as Python sees it: kind, message, traceback, and cause.
///
/// One made in Rust remembers where it was made; with `RUST_BACKTRACE=1` it also has the backtrace. One that came
/// from a callback is kept as the runtime's own object, and is raised again unchanged.
///
/// ```
/// use tvm_ffi_core::{Error, ErrorKind};
/// let error = Error::new(ErrorKind::ValueError, "expected a port");
/// assert_eq!(error.to_string(), "ValueError: expected a port");
/// ```
pub struct Error(Repr);

enum Repr {
    Made(Box<Made>),
    Runtime(ObjectRef),
}

/// An error made in Rust.
struct Made {
    kind: ErrorKind,
    message: Cow<'static, str>,
    location: &'static Location<'static>,
    frames: Frames,
    cause: Option<Error>,
    /// The number of the operating system's error, if it is one.
    errno: Option<i32>,
    /// The number of causes behind this error.
    depth: u32,
    /// Whether the message is about a value and does not say where: the export that raises it puts its name before it.
    is_unnamed: bool,
}

/// The maximum number of causes: a chain is walked and dropped recursively. The message of an error contains the text of a cause
/// beyond the limit.
const MOST_CAUSES: u32 = 100;

impl Error {
    /// An error of a kind; remembers the caller's line.
    #[cold]
    #[track_caller]
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        let location = Location::caller();
        Self::at(kind, message.into(), location, Frames::capture(location))
    }

    /// An error that was made elsewhere, such as a panic.
    pub(crate) fn at(
        kind: ErrorKind,
        message: Cow<'static, str>,
        location: &'static Location<'static>,
        frames: Frames,
    ) -> Self {
        Self::made(Made {
            kind,
            message,
            location,
            frames,
            cause: None,
            errno: None,
            depth: 0,
            is_unnamed: false,
        })
    }

    fn made(made: Made) -> Self {
        Self(Repr::Made(Box::new(made)))
    }

    fn with_errno(mut self, errno: Option<i32>) -> Self {
        if let Repr::Made(made) = &mut self.0 {
            made.errno = errno;
        }
        self
    }

    /// An error about a value that is not an argument, and of which the message does not say where it is from.
    #[cold]
    #[track_caller]
    pub(crate) fn about_value(kind: ErrorKind, message: String) -> Self {
        let mut error = Self::new(kind, message);
        if let Repr::Made(made) = &mut error.0 {
            made.is_unnamed = true;
        }
        error
    }

    /// Takes over an error object of the runtime.
    pub(crate) fn from_object(object: ObjectRef) -> Self {
        Self(Repr::Runtime(object))
    }

    /// The kind, the name of a Python exception.
    pub fn kind(&self) -> ErrorKind {
        match &self.0 {
            Repr::Made(made) => made.kind.clone(),
            // SAFETY: the body of an error, whose kind does not change.
            Repr::Runtime(object) => ErrorKind::from_name(&text(unsafe { &(*cell(object)).kind })),
        }
    }

    /// The message, without the kind.
    pub fn message(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Made(made) => Cow::Borrowed(&made.message),
            // SAFETY: the body of an error, whose message does not change.
            Repr::Runtime(object) => text(unsafe { &(*cell(object)).message }),
        }
    }

    /// The traceback in the runtime's form: one `File "...", line N, in F` a line, most recent call first.
    ///
    /// It is a copy: code that raises a shared error again may change the original.
    pub fn traceback(&self) -> Cow<'_, str> {
        match &self.0 {
            Repr::Made(made) => Cow::Owned(made.traceback(UNRAISED)),
            Repr::Runtime(object) => Cow::Owned(backtrace(object)),
        }
    }

    /// The error that led to this one.
    pub fn cause(&self) -> Option<Error> {
        match &self.0 {
            Repr::Made(made) => made.cause.as_ref().map(Error::share),
            Repr::Runtime(object) => {
                // SAFETY: the body of an error, whose cause does not change.
                let cause = core::ptr::NonNull::new(unsafe { (*cell(object)).cause_chain }.cast())?;
                // SAFETY: Object validity: the cell owns a live error.
                Some(Self::from_object(unsafe { ObjectRef::from_borrowed(cause) }))
            }
        }
    }

    /// The error of another language: its kind, message, and traceback, and an object that other code finds in it.
    #[doc(hidden)]
    #[must_use]
    pub fn of_parts(kind: &str, message: &str, traceback: &str, context: Option<&ObjectRef>) -> Self {
        Self::from_object(raise::create_object(kind, message, traceback, None, context))
    }

    /// What Python makes of the error: its kind, the number of the operating system's error if it is one, and its message.
    #[doc(hidden)]
    pub fn for_python(&self) -> (ErrorKind, Option<i32>, Cow<'_, str>) {
        match &self.0 {
            Repr::Made(made) => (made.kind.clone(), made.errno, Cow::Borrowed(&made.message)),
            Repr::Runtime(_) => {
                let message = self.message();
                let exact = self.extra_context().and_then(|context| raise::read_exact_kind(&context));
                match exact {
                    // The message begins with the kind, see `raise::create`.
                    Some((kind, errno)) => {
                        let message = match message
                            .strip_prefix(kind.name())
                            .and_then(|rest| rest.strip_prefix(": "))
                        {
                            Some(rest) => Cow::Owned(rest.to_owned()),
                            None => message,
                        };
                        (kind, errno, message)
                    }
                    None => (self.kind(), None, message),
                }
            }
        }
    }

    /// The object of other code in it.
    #[doc(hidden)]
    pub fn extra_context(&self) -> Option<ObjectRef> {
        let Repr::Runtime(object) = &self.0 else { return None };
        // SAFETY: the body of an error, whose context does not change.
        let context = core::ptr::NonNull::new(unsafe { (*cell(object)).extra_context }.cast())?;
        // SAFETY: Object validity: the cell owns a live object.
        Some(unsafe { ObjectRef::from_borrowed(context) })
    }

    /// The same error with a text before its message that says what failed. The original is its cause.
    ///
    /// The traceback keeps the frames of the original, also those of Python.
    #[must_use]
    #[track_caller]
    pub fn context(self, context: impl fmt::Display) -> Self {
        let message = format!("{context}: {}", self.message());
        let kind = self.kind();
        let errno = match &self.0 {
            Repr::Made(made) => made.errno,
            Repr::Runtime(_) => None,
        };
        let (frames, error) = self.take_frames();
        let depth = error.depth() + 1;
        let cause = if depth <= MOST_CAUSES { Some(error) } else { error.into_cause() };
        let location = Location::caller();
        let depth = depth.min(MOST_CAUSES);
        Self::made(Made {
            kind,
            message: message.into(),
            location,
            frames,
            cause,
            errno,
            depth,
            is_unnamed: false,
        })
    }

    /// The frames of the place where the error was made.
    fn take_frames(mut self) -> (Frames, Self) {
        let frames = match &mut self.0 {
            Repr::Made(made) => core::mem::take(&mut made.frames),
            Repr::Runtime(object) => Frames::Inherited(backtrace(object)),
        };
        (frames, self)
    }

    fn depth(&self) -> u32 {
        match &self.0 {
            Repr::Made(made) => made.depth,
            Repr::Runtime(_) => 0,
        }
    }

    fn into_cause(self) -> Option<Error> {
        match self.0 {
            Repr::Made(mut made) => made.cause.take(),
            Repr::Runtime(_) => None,
        }
    }

    /// A second handle on the error. An error made in Rust becomes an object of the runtime first.
    pub(crate) fn share(&self) -> Self {
        match &self.0 {
            Repr::Made(made) => Self(Repr::Runtime(raise::create(made, UNRAISED))),
            Repr::Runtime(object) => Self(Repr::Runtime(object.clone())),
        }
    }
}

impl Made {
    /// The traceback in the runtime's form; `function` made the error, or raises it.
    fn traceback(&self, function: &str) -> String {
        let mut text = String::with_capacity(128);
        self.frames.write(self.location, function, &mut text);
        text
    }
}

/// The body of an error object. Other threads may change its backtrace, so nothing refers to the whole of it.
fn cell(object: &ObjectRef) -> *const TVMFFIErrorCell {
    object.body::<TVMFFIErrorCell>().as_ptr()
}

fn backtrace(object: &ObjectRef) -> String {
    // SAFETY: `Repr::Runtime` holds error objects only, whose body this is.
    let backtrace = unsafe { TVMFFIErrorCell::backtrace(object.body()) };
    text(&backtrace).into_owned()
}

fn text(array: &TVMFFIByteArray) -> Cow<'_, str> {
    // SAFETY: Object validity of the error that the array is part of.
    let bytes = unsafe { array.bytes() };
    // `from_utf8_lossy` looks at each character.
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind(), self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}\n{}", self.traceback())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Repr::Made(made) => made.cause.as_ref().map(|cause| cause as _),
            Repr::Runtime(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
