//! Strings and bytes: up to seven bytes are part of the value, longer ones an object on the heap.

mod ascii;
mod build;
mod bytes;
mod text;

pub(crate) use build::{new_bytes, new_string};
pub use bytes::Bytes;
pub use text::Str;

/// For `tvm-ffi-python`.
#[doc(hidden)]
pub use {ascii::is_ascii, build::small_value};

use core::ffi::CStr;

use crate::abi::{TVMFFIByteArray, TypeIndex};
use crate::any::AnyView;

/// The maximum number of bytes that are stored in a value.
const SMALL_MAX: usize = 7;

const NON_ASCII: u64 = 0x8080_8080_8080_8080;

/// The content of a small string or small bytes, if the length is valid.
#[inline(always)]
pub(crate) fn small_content<'a>(view: AnyView<'a>) -> Option<&'a [u8]> {
    let raw = view.as_raw();
    raw.payload.bytes()[..SMALL_MAX].get(..raw.small_len as usize)
}

/// The content of a heap string or heap bytes, if the value has that type.
#[inline(always)]
pub(crate) fn heap_content<'a>(view: AnyView<'a>, type_index: i32) -> Option<&'a [u8]> {
    let array = heap_array(view, type_index)?;
    // SAFETY: Object validity: the bytes are readable and immutable while the view lasts.
    Some(unsafe { array.bytes() })
}

/// The body of a heap string or heap bytes, if the value has that type.
#[inline(always)]
fn heap_array<'a>(view: AnyView<'a>, type_index: i32) -> Option<&'a TVMFFIByteArray> {
    let object = view.object_of(type_index)?;
    // SAFETY: Object validity: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: as above; the body is immutable.
    Some(unsafe { body.as_ref() })
}

/// The text of a heap string, a small string, or a C string, if it is UTF-8.
///
/// Call this once for each text in a value, since it reads the whole text.
#[inline(never)]
pub(crate) fn text_of<'a>(view: AnyView<'a>) -> Option<&'a str> {
    let bytes = raw_text(view)?;
    if ascii::is_ascii(bytes) {
        // SAFETY: ASCII is UTF-8.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    other_text(bytes)
}

#[cold]
#[inline(never)]
fn other_text(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok()
}

/// The bytes of a small string, a heap string, or a C string.
pub(crate) fn raw_text<'a>(view: AnyView<'a>) -> Option<&'a [u8]> {
    match view.type_index() {
        TypeIndex::SMALL_STR => small_content(view),
        TypeIndex::STR => heap_content(view, TypeIndex::STR),
        TypeIndex::RAW_STR => c_content(view),
        _ => None,
    }
}

/// The content of a C string, which the value is.
fn c_content<'a>(view: AnyView<'a>) -> Option<&'a [u8]> {
    let text = view.as_raw().payload.ptr();
    if text.is_null() {
        return None;
    }
    // SAFETY: AnyView validity: a NUL-terminated string that outlives the view.
    Some(unsafe { CStr::from_ptr(text.cast()) }.to_bytes())
}
