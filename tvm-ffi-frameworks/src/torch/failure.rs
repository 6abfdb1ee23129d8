//! Errors of operators: PyTorch gets the message, and the thread keeps the error itself.

use core::cell::Cell;
use core::ffi::{CStr, c_char};
use core::mem::ManuallyDrop;

use tvm_ffi_core::__private::{is_present, take_raised_if_any, take_unraised};
use tvm_ffi_core::{Error, ErrorKind};

use super::table::Table;
use crate::text::CText;

/// A call failed, and the thread keeps the reason for [`message`] and [`take`].
pub(crate) struct Failed(());

impl Failed {
    /// For a reason in words.
    #[cold]
    #[inline(never)]
    pub(crate) fn because(message: impl AsRef<str>) -> Self {
        keep(Last { message: CText::new(message.as_ref()), error: None })
    }

    /// For an argument of another type, in words.
    #[cold]
    #[inline(never)]
    pub(crate) fn mistyped(message: String) -> Self {
        if is_present() {
            Self::with(Error::new(ErrorKind::TypeError, message))
        } else {
            Self::because(message)
        }
    }

    /// With the error that the export raised, or another one.
    #[cold]
    #[inline(never)]
    pub(crate) fn with(error: Error) -> Self {
        let message = CText::new(&error.message());
        keep(Last { message, error: Some(error) })
    }

    /// What the shim that returned another code than 0 has raised.
    #[cold]
    #[inline(never)]
    pub(crate) fn raised() -> Self {
        match (take_raised_if_any(), take_unraised()) {
            (Some(error), _) => Self::with(error),
            (None, Some(unraised)) => Self::because(&unraised.message),
            (None, None) => Self::because("the call failed, and no error was raised"),
        }
    }

    /// One of the functions of PyTorch failed.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_torch(table: &Table, function: &str) -> Self {
        Self::because(said_by_torch(table, function))
    }
}

/// The last failure of an operator on a thread.
struct Last {
    /// What PyTorch copies.
    message: CText,
    error: Option<Error>,
}

std::thread_local! {
    /// It is not dropped when the thread ends: the objects of an error may need the runtime, or Python, which may be gone by then.
    static LAST: Cell<Option<ManuallyDrop<Box<Last>>>> = const { Cell::new(None) };
}

fn keep(last: Last) -> Failed {
    let last = ManuallyDrop::new(Box::new(last));
    // A thread that is exiting keeps nothing.
    let before = LAST.try_with(|kept| kept.replace(Some(last)));
    drop(before.ok().flatten().map(ManuallyDrop::into_inner));
    Failed(())
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

/// That one of the functions of PyTorch failed, with the message of the exception where PyTorch has kept it.
#[cold]
#[inline(never)]
pub(super) fn said_by_torch(table: &Table, function: &str) -> String {
    let text = format!("PyTorch's `{function}` failed");
    let Some(what) = table.functions.torch_exception_get_what_without_backtrace else { return text };
    // SAFETY: the function takes nothing, and returns a text that is valid until the next exception, or NULL.
    let what = unsafe { what() };
    if what.is_null() {
        return text;
    }
    // SAFETY: as above.
    let what = unsafe { CStr::from_ptr(what) };
    format!("{text}: {}", what.to_string_lossy())
}
