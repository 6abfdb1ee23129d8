//! Bytes and texts that a caller lends.

use core::ffi::{CStr, c_char};

use tvm_ffi_abi::TVMFFIByteArray;

/// The bytes of an array that a caller lends; none of NULL.
///
/// # Safety
///
/// The array is NULL, or can be read as its bytes can, during `'a`.
#[inline(always)]
pub(crate) unsafe fn bytes<'a>(array: *const TVMFFIByteArray) -> &'a [u8] {
    if array.is_null() {
        return &[];
    }
    // SAFETY: the caller's contract.
    let array = unsafe { array.read() };
    // SAFETY: the caller's contract.
    unsafe { array.bytes() }
}

/// The bytes of a text that a caller lends; none of NULL.
///
/// # Safety
///
/// The text is NULL, or ends with a NUL and can be read during `'a`.
pub(crate) unsafe fn c_text<'a>(text: *const c_char) -> &'a [u8] {
    if text.is_null() {
        return &[];
    }
    // SAFETY: the caller's contract.
    unsafe { CStr::from_ptr(text) }.to_bytes()
}
