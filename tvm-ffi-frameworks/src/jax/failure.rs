//! Errors of handlers.

use core::ptr::{null_mut, read};

use tvm_ffi_core::__private::{take_raised_if_any, take_unraised};
use tvm_ffi_core::{Error, ErrorKind};

use super::abi::{Api, CallFrame, ErrorCreate, SizedStruct, XlaError};
use crate::text::{CText, warn};

/// `XLA_FFI_Error_Code_INVALID_ARGUMENT`
const INVALID_ARGUMENT: i32 = 3;
/// `XLA_FFI_Error_Code_INTERNAL`
const INTERNAL: i32 = 13;

/// Why a call failed.
pub(crate) struct Failure {
    /// One of XLA's codes.
    pub(crate) code: i32,
    pub(crate) message: CText,
}

impl Failure {
    /// The call does not fit the export.
    #[cold]
    #[inline(never)]
    pub(crate) fn argument(message: impl AsRef<str>) -> Self {
        Self { code: INVALID_ARGUMENT, message: CText::new(message.as_ref()) }
    }

    /// Something failed that callers cannot know of.
    #[cold]
    #[inline(never)]
    pub(crate) fn internal(message: impl AsRef<str>) -> Self {
        Self { code: INTERNAL, message: CText::new(message.as_ref()) }
    }

    /// What the shim that returned another code than 0 has raised.
    #[cold]
    #[inline(never)]
    pub(crate) fn raised(export: &str) -> Self {
        match (take_raised_if_any(), take_unraised()) {
            (Some(error), _) => Self::from(error),
            (None, Some(unraised)) => Self::of(&unraised.kind, &unraised.message),
            (None, None) => Self::internal(format!("{export}: the call failed, and no error was raised")),
        }
    }
}

impl Failure {
    fn of(kind: &ErrorKind, message: &str) -> Self {
        match kind {
            ErrorKind::ValueError | ErrorKind::TypeError => Self::argument(message),
            _ => Self::internal(message),
        }
    }
}

impl From<Error> for Failure {
    #[cold]
    #[inline(never)]
    fn from(error: Error) -> Self {
        Self::of(&error.kind(), &error.message())
    }
}

/// Makes an error of XLA.
///
/// # Safety
///
/// The contract of call frames.
#[cold]
#[inline(never)]
pub(super) unsafe fn report(frame: *const CallFrame, failure: &Failure) -> *mut XlaError {
    // SAFETY: the caller's contract.
    let Some(create) = (unsafe { error_create(frame) }) else {
        // NULL would say that the call succeeded.
        warn(&format!(
            "tvm-ffi: {}; XLA has no function that takes this error\n",
            failure.message.to_string_lossy()
        ));
        std::process::abort();
    };
    let mut arguments = ErrorCreate {
        struct_size: ErrorCreate::SIZE,
        extension: null_mut(),
        message: failure.message.as_ptr(),
        code: failure.code,
    };
    // SAFETY: the function is XLA's, which copies the text up to the first NUL.
    unsafe { create(&mut arguments) }
}

/// The function that makes errors, if the frame and its table are large enough to have it.
///
/// # Safety
///
/// The contract of call frames.
unsafe fn error_create(
    frame: *const CallFrame,
) -> Option<unsafe extern "C" fn(*mut ErrorCreate) -> *mut XlaError> {
    use core::mem::offset_of;
    // SAFETY: the contract of call frames: each struct begins with its size.
    if unsafe { read(frame.cast::<usize>()) } < offset_of!(CallFrame, context) {
        return None;
    }
    // SAFETY: the frame has the field.
    let api = unsafe { (*frame).api };
    // SAFETY: as above.
    if api.is_null() || unsafe { read(api.cast::<usize>()) } < offset_of!(Api, error_get_message) {
        return None;
    }
    // SAFETY: the table has the field.
    Some(unsafe { (*api).error_create })
}
