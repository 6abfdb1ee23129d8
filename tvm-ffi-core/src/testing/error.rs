//! Errors that cannot be made, as where memory is short.

use core::cell::Cell;

use super::replacement;
use crate::abi::{TVMFFIByteArray, TVMFFIObjectHandle};

std::thread_local! {
    static OUT_OF_MEMORY: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body` while this thread can make no error object.
pub(crate) fn out_of_memory<R>(body: impl FnOnce() -> R) -> R {
    struct Restore;
    impl Drop for Restore {
        fn drop(&mut self) {
            OUT_OF_MEMORY.set(false);
        }
    }
    OUT_OF_MEMORY.set(true);
    let restore = Restore;
    let result = body();
    drop(restore);
    result
}

type Text = *const TVMFFIByteArray;

replacement! {
    fn replace as original(
        kind: Text,
        message: Text,
        backtrace: Text,
        cause: TVMFFIObjectHandle,
        extra: TVMFFIObjectHandle,
        out: *mut TVMFFIObjectHandle
    ) -> i32 {
        if OUT_OF_MEMORY.get() {
            return -1;
        }
        // SAFETY: the caller's contract is the same.
        unsafe { original(kind, message, backtrace, cause, extra, out) }
    }
}
