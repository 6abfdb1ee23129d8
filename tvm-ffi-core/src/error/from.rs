//! Conversions into [`Error`].
//!
//! There is no blanket one from `std::error::Error`, so that users can write their own for their types. Exported functions
//! accept any error type anyway, see [`IntoError`].

use std::any::Any;
use std::fmt;

use super::{Error, ErrorKind, MOST_CAUSES, Result};
use crate::runtime::NotFound;

macro_rules! from_errors {
    ($($type:ty => $kind:ident,)*) => {
        $(
            impl From<$type> for Error {
                #[track_caller]
                fn from(error: $type) -> Self {
                    Error::new(ErrorKind::$kind, describe(&error))
                }
            }
        )*

        /// The error of an `Option` of a type with a conversion of its own.
        #[track_caller]
        fn converted(error: &mut dyn Any) -> Option<Error> {
            if let Some(error) = error.downcast_mut::<Option<Error>>() {
                return error.take();
            }
            if let Some(error) = error.downcast_mut::<Option<std::io::Error>>() {
                return error.take().map(Error::from);
            }
            $(if let Some(error) = error.downcast_mut::<Option<$type>>() {
                return error.take().map(Error::from);
            })*
            None
        }
    };
}

from_errors! {
    std::fmt::Error => RuntimeError,
    std::num::ParseIntError => ValueError,
    std::num::ParseFloatError => ValueError,
    std::num::TryFromIntError => ValueError,
    std::str::Utf8Error => ValueError,
    std::string::FromUtf8Error => ValueError,
    std::str::ParseBoolError => ValueError,
    std::char::ParseCharError => ValueError,
}

impl From<std::io::Error> for Error {
    /// An `OSError`, or the subclass that Python has for the kind.
    #[track_caller]
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind as Io;
        let kind = match error.kind() {
            Io::NotFound => ErrorKind::FileNotFoundError,
            Io::AlreadyExists => ErrorKind::FileExistsError,
            Io::PermissionDenied => ErrorKind::PermissionError,
            Io::IsADirectory => ErrorKind::IsADirectoryError,
            Io::NotADirectory => ErrorKind::NotADirectoryError,
            Io::WouldBlock => ErrorKind::BlockingIOError,
            Io::BrokenPipe => ErrorKind::BrokenPipeError,
            Io::ConnectionAborted => ErrorKind::ConnectionAbortedError,
            Io::ConnectionRefused => ErrorKind::ConnectionRefusedError,
            Io::ConnectionReset => ErrorKind::ConnectionResetError,
            Io::Interrupted => ErrorKind::InterruptedError,
            Io::TimedOut => ErrorKind::TimeoutError,
            _ => ErrorKind::OSError,
        };
        let errno = error.raw_os_error();
        Error::new(kind, describe(&error)).with_errno(errno)
    }
}

impl From<NotFound> for Error {
    #[track_caller]
    fn from(NotFound(report): NotFound) -> Self {
        Error::new(ErrorKind::RuntimeError, report)
    }
}

impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}

impl From<String> for Error {
    #[track_caller]
    fn from(message: String) -> Self {
        Error::new(ErrorKind::RuntimeError, message)
    }
}

impl From<&'static str> for Error {
    #[track_caller]
    fn from(message: &'static str) -> Self {
        Error::new(ErrorKind::RuntimeError, message)
    }
}

impl From<Box<dyn std::error::Error + Send + Sync>> for Error {
    #[track_caller]
    fn from(error: Box<dyn std::error::Error + Send + Sync>) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => Error::new(ErrorKind::RuntimeError, describe(error.as_ref())),
        }
    }
}

/// The message of an error and of each of its sources, one a line, except those that the message repeats. Of a very long chain, or a
/// circular one, it contains the first ones only.
fn describe(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let sources = core::iter::successors(error.source(), |cause| cause.source());
    let most = MOST_CAUSES as usize;
    for (index, cause) in sources.take(most + 1).enumerate() {
        if index == most {
            text.push_str("\ncaused by: ...");
            break;
        }
        let line = cause.to_string();
        if !text.ends_with(&line) {
            text.push_str("\ncaused by: ");
            text.push_str(&line);
        }
    }
    text
}

/// An error type that an exported function may return: any that implements `std::error::Error`.
///
/// A type with `Into<tvm_ffi::Error>` is converted by that instead.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error type of an exported function or method",
    label = "not convertible to `tvm_ffi::Error`",
    note = "implement `std::error::Error` for it or `From<{Self}> for tvm_ffi::Error`, or return `tvm_ffi::Result<T>` and convert with `.map_err(...)`",
    note = "a boxed error is `Box<dyn std::error::Error + Send + Sync>`"
)]
pub trait IntoError {
    /// The error. Its message contains the messages of its sources.
    #[track_caller]
    fn into_error(self) -> Error;
}

#[diagnostic::do_not_recommend]
impl<E: std::error::Error> IntoError for E {
    #[track_caller]
    fn into_error(self) -> Error {
        Error::new(ErrorKind::RuntimeError, describe(&self))
    }
}

/// Adds a text to an error that says what failed.
///
/// ```
/// use tvm_ffi_core::{Context, Result};
/// fn parse(text: &str) -> Result<i64> {
///     text.parse::<i64>().context("parsing the size")
/// }
/// let error = parse("x").unwrap_err();
/// assert_eq!(error.to_string(), "ValueError: parsing the size: invalid digit found in string");
/// ```
///
/// It takes any error type that implements `std::error::Error`; one of your own, or of another crate, becomes a `RuntimeError`.
pub trait Context<T, By = ByError>: Sized {
    /// Adds a text to the error.
    ///
    /// # Errors
    ///
    /// The original error, with `context` before its message.
    #[track_caller]
    fn context(self, context: impl fmt::Display) -> Result<T> {
        self.with_context(|| context)
    }

    /// The same, with a text that is made only for an error.
    ///
    /// # Errors
    ///
    /// The original error, with the text before its message.
    fn with_context<D: fmt::Display>(self, context: impl FnOnce() -> D) -> Result<T>;
}

impl<T, By, E: ErrorOrText<By>> Context<T, By> for core::result::Result<T, E> {
    #[track_caller]
    fn with_context<D: fmt::Display>(self, context: impl FnOnce() -> D) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.convert().context(context())),
        }
    }
}

/// An error type that [`Context`] takes. The parameter tells the implementations apart: std may make errors of its other types.
pub trait ErrorOrText<By> {
    /// The error.
    #[track_caller]
    fn convert(self) -> Error;
}

/// Types that implement `std::error::Error`.
pub struct ByError;

/// Texts, and boxed errors.
pub struct ByOther;

impl<E: std::error::Error + 'static> ErrorOrText<ByError> for E {
    #[track_caller]
    fn convert(self) -> Error {
        let mut error = Some(self);
        match (converted(&mut error), error) {
            (Some(error), _) => error,
            (None, error) => Error::new(
                ErrorKind::RuntimeError,
                error.as_ref().map_or_else(String::new, |error| describe(error)),
            ),
        }
    }
}

macro_rules! other_errors {
    ($($type:ty),*) => {$(
        impl ErrorOrText<ByOther> for $type {
            #[track_caller]
            fn convert(self) -> Error {
                self.into()
            }
        }
    )*};
}

other_errors! { String, &'static str, Box<dyn std::error::Error + Send + Sync> }

impl<T> Context<T> for Option<T> {
    #[track_caller]
    fn with_context<D: fmt::Display>(self, context: impl FnOnce() -> D) -> Result<T> {
        match self {
            Some(value) => Ok(value),
            None => Err(Error::new(ErrorKind::RuntimeError, context().to_string())),
        }
    }
}
