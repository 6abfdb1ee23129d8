//! Errors of operators: PyTorch gets the message, and the thread keeps the error itself.

use core::cell::Cell;
use core::ffi::{CStr, c_char};
use core::mem::ManuallyDrop;
use std::ffi::CString;

use tvm_ffi_core::__private::{is_present, set_without_runtime, take_raised_if_any};
use tvm_ffi_core::Error;

use super::table::Table;

/// Why a call failed.
pub(crate) enum Failure {
    /// In words.
    Text(String),
    /// With the error that the export raised.
    Raised(Error),
}

impl Failure {
    /// What the shim that returned another code than 0 has raised.
    #[cold]
    pub(crate) fn raised() -> Self {
        if let Some(message) = WITHOUT_RUNTIME.try_with(Cell::take).ok().flatten() {
            return Self::Text(message);
        }
        match is_present().then(take_raised_if_any).flatten() {
            Some(error) => Self::Raised(error),
            None => Self::Text(String::from("the call failed, and no error was raised")),
        }
    }
}

/// The last error of an operator on a thread.
struct Last {
    /// What PyTorch copies.
    message: CString,
    error: Option<Error>,
}

std::thread_local! {
    /// It is not dropped when the thread ends: the objects of an error may need the runtime, or Python, which may be gone by then.
    static LAST: Cell<Option<ManuallyDrop<Box<Last>>>> = const { Cell::new(None) };
    /// The message of an error that could not be raised, because there is no runtime.
    static WITHOUT_RUNTIME: Cell<Option<String>> = const { Cell::new(None) };
}

/// Keeps the messages of errors that exports cannot raise because there is no runtime.
pub(super) fn keep_messages() {
    set_without_runtime(|message| {
        // A thread that is exiting has no such error to report.
        let _ = WITHOUT_RUNTIME.try_with(|kept| kept.set(Some(message.to_owned())));
    });
}

/// Keeps a failure for [`message`] and [`take`].
#[cold]
pub(super) fn keep(failure: Failure) {
    let (text, error) = match failure {
        Failure::Text(text) => (text, None),
        Failure::Raised(error) => (error.message().into_owned(), Some(error)),
    };
    // PyTorch takes the text up to the first NUL.
    let message = CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    let last = ManuallyDrop::new(Box::new(Last { message, error }));
    let before = LAST.try_with(|kept| kept.replace(Some(last)));
    drop(before.ok().flatten().map(ManuallyDrop::into_inner));
}

/// The error of the last operator that failed on this thread, unless it has been taken.
pub(super) fn take() -> Option<Error> {
    let mut last = LAST.try_with(Cell::take).ok()??;
    let error = last.error.take();
    drop(ManuallyDrop::into_inner(last));
    error
}

/// The message of the last failure. It is valid until this thread keeps another one.
fn message() -> *const c_char {
    const LOST: &CStr = c"an operator failed on a thread that is ending";
    let address = LAST.try_with(|kept| {
        let last = kept.take();
        let address = last.as_ref().map(|last| last.message.as_ptr());
        kept.set(last);
        address
    });
    address.ok().flatten().unwrap_or(LOST.as_ptr())
}

/// Throws the last failure of this thread as an exception of C++. Nothing in the frame has a destructor.
#[cold]
#[inline(never)]
pub(super) extern "C-unwind" fn throw(table: &'static Table) {
    let message = message();
    // SAFETY: the texts are NUL-terminated, and PyTorch copies them before it throws.
    unsafe { (table.check)(false, c"operator".as_ptr(), c"tvm-ffi".as_ptr(), 0, message) }
}

/// A failure of one of the functions of PyTorch, with the message of the exception where PyTorch has kept it.
#[cold]
pub(super) fn of_torch(table: &Table, function: &str) -> Failure {
    let mut text = format!("PyTorch's `{function}` failed");
    if let Some(what) = table.functions.torch_exception_get_what_without_backtrace {
        // SAFETY: the function takes nothing, and returns a text that is valid until the next exception, or NULL.
        let what = unsafe { what() };
        if !what.is_null() {
            // SAFETY: as above.
            let what = unsafe { CStr::from_ptr(what) };
            text.extend([": ", &what.to_string_lossy()]);
        }
    }
    Failure::Text(text)
}
