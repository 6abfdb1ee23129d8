//! Strings and bytes: up to seven bytes are part of the value, longer ones an object on the heap.

mod build;
mod bytes;
mod text;

pub(crate) use build::{new_bytes, new_string};
pub use bytes::Bytes;
pub use text::Str;

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
    let object = view.object_of(type_index)?;
    // SAFETY: Object validity: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: as above; the body is immutable.
    let array = unsafe { body.as_ref() };
    // SAFETY: Object validity: the bytes are readable and immutable while the view lasts.
    Some(unsafe { byte_slice(array) })
}

/// The bytes of an array, whose pointer may be NULL if it is empty.
///
/// # Safety
///
/// Unless `size` is 0, `data` points to `size` bytes that are readable and not written during `'a`.
#[inline(always)]
pub(crate) unsafe fn byte_slice<'a>(array: &TVMFFIByteArray) -> &'a [u8] {
    if array.data.is_null() {
        return &[];
    }
    // SAFETY: the caller's contract; the pointer is not NULL.
    unsafe { core::slice::from_raw_parts(array.data, array.size) }
}

/// Bytes as text, if they are UTF-8.
#[inline(always)]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    if is_ascii(bytes) || is_utf8(bytes) {
        // SAFETY: the bytes are ASCII, or were validated.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    None
}

/// Out of line: the result is returned in a register, so the caller needs no stack frame.
#[cold]
#[inline(never)]
fn is_utf8(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).is_ok()
}

/// The text of a small or a heap string, if it is UTF-8.
///
/// Out of line: the result is returned in two registers, so the call costs ten instructions. Inlined, a text parameter would make an export
/// half as long again.
#[inline(never)]
pub(crate) fn common_text<'a>(view: AnyView<'a>) -> Option<&'a str> {
    let (bytes, ascii) = match view.type_index() {
        TypeIndex::SMALL_STR => (small_content(view)?, view.as_raw().payload.uint() & NON_ASCII == 0),
        _ => {
            let bytes = heap_content(view, TypeIndex::STR)?;
            (bytes, is_ascii(bytes))
        }
    };
    if ascii || is_utf8(bytes) {
        // SAFETY: the bytes are ASCII, or were validated.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    None
}

/// Whether all bytes are ASCII. Only texts of 16 to 32 bytes are checked; for others this returns `false`.
///
/// Most texts on the heap are ASCII and of that length. Two words, which may overlap, cover such a text, with a quarter of the instructions of the
/// standard library's test.
#[inline(always)]
fn is_ascii(bytes: &[u8]) -> bool {
    match (bytes.first_chunk::<16>(), bytes.last_chunk::<16>()) {
        (Some(first), Some(last)) if bytes.len() <= 32 => !has_top_bit(first, last),
        _ => false,
    }
}

/// Whether any byte has its top bit set.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_top_bit(first: &[u8; 16], last: &[u8; 16]) -> bool {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128};
    // SAFETY: every x86-64 processor has SSE2, and sixteen bytes are readable, at any alignment.
    let first = unsafe { _mm_loadu_si128(first.as_ptr().cast::<__m128i>()) };
    // SAFETY: as above.
    let last = unsafe { _mm_loadu_si128(last.as_ptr().cast::<__m128i>()) };
    // SAFETY: every x86-64 processor has SSE2.
    let both = unsafe { _mm_or_si128(first, last) };
    // SAFETY: as above.
    unsafe { _mm_movemask_epi8(both) != 0 }
}

/// Whether any byte has its top bit set.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn has_top_bit(first: &[u8; 16], last: &[u8; 16]) -> bool {
    let both = u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last);
    // The two halves of 128 bits.
    (both as u64 | (both >> 64) as u64) & NON_ASCII != 0
}

/// A borrowed byte array for a C function.
#[inline]
pub(crate) fn byte_array(bytes: &[u8]) -> TVMFFIByteArray {
    TVMFFIByteArray { data: bytes.as_ptr(), size: bytes.len() }
}
