//! How functions of the runtime fail: the error that they raise, and the code that they return.

use core::ffi::c_int;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error;
use crate::object::Object;
use crate::stderr;

/// Why a function failed.
pub(crate) enum Failure {
    /// An error of this kind with this message.
    Error(&'static str, String),
    /// This error object.
    Object(Object),
    /// The error is raised already, or an exception of Python is pending.
    Raised,
}

pub(crate) type Result<T = ()> = core::result::Result<T, Failure>;

/// A failure with a message, made as [`format!`] makes it: `fail!(ValueError, "...")`.
macro_rules! fail {
    ($kind:ident, $($message:tt)*) => {
        $crate::catch::Failure::Error(stringify!($kind), format!($($message)*))
    };
}
pub(crate) use fail;

impl Failure {
    /// The failure of a function of others, which has raised the error. It is taken: other code may run and raise errors before this one is raised
    /// again, since values are dropped on the way.
    #[cold]
    pub(crate) fn of_callee() -> Self {
        error::take_raised().map_or(Self::Raised, Self::Object)
    }
}

/// The failure of an allocation.
#[cold]
pub(crate) fn no_memory() -> Failure {
    fail!(InternalError, "{}", error::NO_MEMORY)
}

/// Runs the body of a function of the C API, raises its failure, and gives the code: 0 or -1. A panic is a failure.
#[inline(always)]
pub(crate) fn code(body: impl FnOnce() -> Result) -> c_int {
    // No code uses what a panic leaves behind: locks are taken by code that cannot panic while it changes something.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => raise(failure),
        Err(panic) => raise_panic(&*panic),
    }
}

/// Raises a failure; gives -1.
#[cold]
#[inline(never)]
pub(crate) fn raise(failure: Failure) -> c_int {
    match failure {
        Failure::Error(kind, message) => error::raise(kind, &message),
        Failure::Object(error) => error::set_raised(error),
        Failure::Raised => {}
    }
    -1
}

/// Ends the process because of a failure, as the C++ runtime does in functions that have no way to report it.
#[cold]
#[inline(never)]
pub(crate) fn fatal(function: &str, failure: Failure) -> ! {
    let message = match failure {
        Failure::Error(_, message) => message,
        Failure::Object(_) | Failure::Raised => String::from("an error was raised"),
    };
    stderr::print(format_args!("Exception caught during {function}:\n{message}"));
    std::process::exit(-1);
}

#[cold]
#[inline(never)]
fn raise_panic(panic: &(dyn Any + Send)) -> c_int {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref().copied()).unwrap_or("a panic without a message");
    error::raise("InternalError", text);
    -1
}
