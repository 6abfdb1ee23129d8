//! Errors of handlers.

use core::ffi::CStr;
use core::ptr::{null_mut, read};
use std::ffi::CString;

use tvm_ffi_core::__private::{is_present, take_raised_if_any};
use tvm_ffi_core::{Error, ErrorKind};

use super::abi::{Api, CallFrame, ErrorCreate, SizedStruct, XlaError};

/// `XLA_FFI_Error_Code_INVALID_ARGUMENT`
const INVALID_ARGUMENT: i32 = 3;
/// `XLA_FFI_Error_Code_INTERNAL`
const INTERNAL: i32 = 13;

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// One of XLA's codes.
    pub(crate) code: i32,
    pub(crate) message: String,
}

impl Failure {
    /// The call does not fit the export.
    #[cold]
    pub(crate) fn argument(message: String) -> Self {
        Self { code: INVALID_ARGUMENT, message }
    }

    /// Something failed that callers cannot know of.
    #[cold]
    pub(crate) fn internal(message: String) -> Self {
        Self { code: INTERNAL, message }
    }

    /// What the shim that returned another code than 0 has raised.
    #[cold]
    pub(crate) fn raised(export: &str) -> Self {
        match is_present().then(take_raised_if_any).flatten() {
            Some(error) => Self::from(error),
            None => Self::internal(format!("{export}: the call failed, and no error was raised")),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.message().into_owned();
        match error.kind() {
            ErrorKind::ValueError | ErrorKind::TypeError => Self::argument(message),
            _ => Self::internal(message),
        }
    }
}

/// Makes an error of XLA.
///
/// # Safety
///
/// The contract of call frames.
#[cold]
pub(super) unsafe fn report(frame: *const CallFrame, failure: &Failure) -> *mut XlaError {
    // SAFETY: the caller's contract.
    let Some(create) = (unsafe { error_create(frame) }) else {
        // NULL would say that the call succeeded.
        eprintln!("tvm-ffi: {}; XLA has no function that takes this error", failure.message);
        std::process::abort();
    };
    // XLA takes the text up to the first NUL.
    let message = CString::new(failure.message.replace('\0', "\\0")).unwrap_or_default();
    let message: &CStr = &message;
    let mut arguments = ErrorCreate {
        struct_size: ErrorCreate::SIZE,
        extension: null_mut(),
        message: message.as_ptr(),
        code: failure.code,
    };
    // SAFETY: the function is XLA's, which copies the text.
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
