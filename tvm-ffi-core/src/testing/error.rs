//! Errors, and the one that is raised on each thread.

use core::cell::Cell;
use core::ffi::{c_char, c_int};
use core::ptr::null_mut;
use std::ffi::CStr;

use super::{bytes, object};
use crate::abi::{BacktraceUpdateMode, TVMFFIByteArray, TVMFFIErrorCell, TVMFFIObjectHandle, TypeIndex};

/// A cell that owns its texts and its references.
#[repr(transparent)]
struct Body(TVMFFIErrorCell);

impl Drop for Body {
    fn drop(&mut self) {
        for text in [self.0.kind, self.0.message, self.0.backtrace] {
            // SAFETY: the cell owns its texts, and this is their end.
            unsafe { free_text(text) };
        }
        for reference in [self.0.cause_chain, self.0.extra_context] {
            // SAFETY: the cell owns its references.
            unsafe { object::release(reference) };
        }
    }
}

fn own_text(text: &[u8]) -> TVMFFIByteArray {
    let text = Box::into_raw(Box::<[u8]>::from(text));
    TVMFFIByteArray { data: text.cast(), size: text.len() }
}

/// # Safety
///
/// The text is from [`own_text`] and is not used again.
unsafe fn free_text(text: TVMFFIByteArray) {
    let text = core::ptr::slice_from_raw_parts_mut(text.data.cast_mut(), text.size);
    // SAFETY: the caller's contract.
    drop(unsafe { Box::from_raw(text) });
}

fn create(
    texts: [&[u8]; 3],
    cause_chain: TVMFFIObjectHandle,
    extra_context: TVMFFIObjectHandle,
) -> TVMFFIObjectHandle {
    let [kind, message, backtrace] = texts.map(own_text);
    let update_backtrace = Some(update_backtrace as unsafe extern "C-unwind" fn(_, _, _));
    let cell = TVMFFIErrorCell { kind, message, backtrace, update_backtrace, cause_chain, extra_context };
    object::new(TypeIndex::ERROR, Body(cell))
}

unsafe extern "C-unwind" fn update_backtrace(
    error: TVMFFIObjectHandle,
    update: *const TVMFFIByteArray,
    mode: i32,
) {
    // SAFETY: the caller lends an error.
    let cell = unsafe { object::body::<Cell<TVMFFIErrorCell>>(error) };
    let before = cell.get();
    // SAFETY: the cell owns a readable text.
    let mut text = unsafe { bytes(&before.backtrace) }.to_vec();
    if mode == BacktraceUpdateMode::REPLACE {
        text.clear();
    }
    // SAFETY: the caller gives readable bytes.
    text.extend_from_slice(unsafe { bytes(update) });
    cell.set(TVMFFIErrorCell { backtrace: own_text(&text), ..before });
    // SAFETY: the cell has another text now.
    unsafe { free_text(before.backtrace) };
}

std::thread_local! {
    static OUT_OF_MEMORY: Cell<bool> = const { Cell::new(false) };
}

/// Runs `body` while this thread can make no error object, as where memory is short.
#[cfg(test)]
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

/// The error raised on a thread.
struct Raised(Cell<TVMFFIObjectHandle>);

impl Drop for Raised {
    fn drop(&mut self) {
        // SAFETY: the slot owns a reference or is NULL.
        unsafe { object::release(self.0.get()) };
    }
}

std::thread_local! {
    static RAISED: Raised = const { Raised(Cell::new(null_mut())) };
}

/// Raises an owned error.
fn set_raised(error: TVMFFIObjectHandle) {
    let before = RAISED.with(|raised| raised.0.replace(error));
    // SAFETY: the slot owned a reference or was NULL.
    unsafe { object::release(before) };
}

pub(super) fn raise(kind: &str, message: &str) {
    set_raised(create([kind.as_bytes(), message.as_bytes(), b""], null_mut(), null_mut()));
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIErrorCreate(
    kind: *const TVMFFIByteArray,
    message: *const TVMFFIByteArray,
    backtrace: *const TVMFFIByteArray,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller's contract is the same.
    unsafe {
        TVMFFIErrorCreateWithCauseAndExtraContext(kind, message, backtrace, null_mut(), null_mut(), out)
    }
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIErrorCreateWithCauseAndExtraContext(
    kind: *const TVMFFIByteArray,
    message: *const TVMFFIByteArray,
    backtrace: *const TVMFFIByteArray,
    cause: TVMFFIObjectHandle,
    extra: TVMFFIObjectHandle,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    if OUT_OF_MEMORY.get() {
        return -1;
    }
    // SAFETY: the caller gives readable bytes.
    let texts = [kind, message, backtrace].map(|text| unsafe { bytes(text) });
    // SAFETY: the caller lends the cause or gives NULL.
    let cause = unsafe { object::retain(cause) };
    // SAFETY: the caller lends the context or gives NULL.
    let extra = unsafe { object::retain(extra) };
    // SAFETY: the caller gives a place for the handle.
    unsafe { out.write(create(texts, cause, extra)) };
    0
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIErrorSetRaised(error: TVMFFIObjectHandle) {
    // SAFETY: the caller lends the error.
    set_raised(unsafe { object::retain(error) });
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIErrorSetRaisedFromCStr(kind: *const c_char, message: *const c_char) {
    // SAFETY: the caller gives NUL-terminated texts.
    let texts = [kind, message].map(|text| unsafe { CStr::from_ptr(text) }.to_bytes());
    set_raised(create([texts[0], texts[1], b""], null_mut(), null_mut()));
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIErrorMoveFromRaised(out: *mut TVMFFIObjectHandle) {
    let raised = RAISED.with(|raised| raised.0.replace(null_mut()));
    // SAFETY: the caller gives a place for the handle.
    unsafe { out.write(raised) };
}
