//! Strings and bytes: the value stores up to seven bytes, and points to more on the heap.

use core::ffi::c_int;
use core::ptr::NonNull;
use std::alloc::{Layout, handle_alloc_error};

use tvm_ffi_abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TypeIndex};

use crate::catch::{self, no_memory};
use crate::lent;
use crate::object::{Object, Tail};
use crate::value::Value;

/// The most bytes that a small string has.
const SMALL: usize = 7;

/// A string of bytes of the runtime. The process ends if there is no memory, as for all memory of its own.
pub(crate) fn string(text: &[u8]) -> Value {
    string_of_caller(text).unwrap_or_else(|| handle_alloc_error(Layout::for_value(text)))
}

/// A string of bytes that a caller gives. `None` if there is no memory for a copy.
#[inline]
pub(crate) fn string_of_caller(text: &[u8]) -> Option<Value> {
    value(text, TypeIndex::SMALL_STR, TypeIndex::STR)
}

/// A string of these bytes that is on the heap, also if it is short. `None` if there is no memory.
pub(crate) fn string_object(text: &[u8]) -> Option<Object> {
    on_heap(text, TypeIndex::STR)
}

/// Bytes that a caller gives. `None` if there is no memory for a copy.
#[inline]
pub(crate) fn bytes_of_caller(bytes: &[u8]) -> Option<Value> {
    value(bytes, TypeIndex::SMALL_BYTES, TypeIndex::BYTES)
}

#[inline(always)]
fn value(content: &[u8], small: i32, large: i32) -> Option<Value> {
    // SAFETY: the bytes are readable, and a process has less memory than this.
    unsafe { core::hint::assert_unchecked(content.len() < 1 << 62) };
    if content.len() > SMALL {
        return on_heap(content, large).map(Value::from);
    }
    let payload = TVMFFIAnyPayload::from_bytes(zero_filled(content).to_le_bytes());
    let raw = TVMFFIAny { type_index: small, small_len: content.len() as u32, payload };
    // SAFETY: the value is plain.
    Some(unsafe { Value::from_owned(raw) })
}

/// At most eight bytes as a little-endian number. Two reads that overlap are faster than a copy of some number of bytes.
#[inline(always)]
fn zero_filled(bytes: &[u8]) -> u64 {
    let count = bytes.len();
    if count == 0 {
        0
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        u64::from(first) | u64::from(last) << (8 * (count - 4))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u16::from_le_bytes(*first), u16::from_le_bytes(*last));
        u64::from(first) | u64::from(last) << (8 * (count - 2))
    } else {
        u64::from(bytes[0])
    }
}

/// The body of strings and bytes: the bytes and a NUL follow it.
#[repr(transparent)]
struct Body(TVMFFIByteArray);

// SAFETY: nothing changes the length of a string.
unsafe impl Tail for Body {
    type Element = u8;

    #[inline(always)]
    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).0.size + 1 }
    }
}

fn on_heap(content: &[u8], type_index: i32) -> Option<Object> {
    Object::with_tail(type_index, content.len() + 1, |data: NonNull<u8>| {
        // SAFETY: the tail has one element more than there are bytes, and is new.
        unsafe { data.copy_from_nonoverlapping(NonNull::from(content).cast(), content.len()) };
        // SAFETY: as above.
        let end = unsafe { data.add(content.len()) };
        // SAFETY: as above.
        unsafe { end.write(0) };
        Body(TVMFFIByteArray { data: data.as_ptr(), size: content.len() })
    })
}

/// The bytes of a string in any form; `None` of other values.
#[inline]
pub(crate) fn string_content(view: &TVMFFIAny) -> Option<&[u8]> {
    match view.type_index {
        TypeIndex::SMALL_STR => Some(small_content(view)),
        TypeIndex::STR => Some(heap_content(view)),
        // SAFETY: AnyView validity.
        TypeIndex::RAW_STR => Some(unsafe { lent::c_text(view.payload.ptr().cast()) }),
        _ => None,
    }
}

/// The bytes of bytes in any form; `None` of other values.
#[inline]
pub(crate) fn bytes_content(view: &TVMFFIAny) -> Option<&[u8]> {
    match view.type_index {
        TypeIndex::SMALL_BYTES => Some(small_content(view)),
        TypeIndex::BYTES => Some(heap_content(view)),
        // SAFETY: AnyView validity.
        TypeIndex::BYTE_ARRAY_PTR => Some(unsafe { lent::bytes(view.payload.ptr().cast()) }),
        _ => None,
    }
}

fn small_content(view: &TVMFFIAny) -> &[u8] {
    let bytes = view.payload.bytes();
    &bytes[..bytes.len().min(view.small_len as usize)]
}

/// The bytes of an object that is a string or bytes.
fn heap_content(view: &TVMFFIAny) -> &[u8] {
    let Some(object) = view.header() else { return &[] };
    // SAFETY: the body follows the header.
    let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
    // SAFETY: Object validity.
    let array = unsafe { body.read() };
    // SAFETY: as above; the bytes are immutable and live as long as the object.
    unsafe { array.bytes() }
}

/// `TVMFFIStringFromByteArray`.
///
/// # Safety
///
/// The C API: the input is readable, and `out` is writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn string_from_byte_array(
    input: *const TVMFFIByteArray,
    out: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let input = unsafe { &*input };
    // SAFETY: the caller's contract.
    let content = unsafe { input.bytes() };
    // SAFETY: the caller's contract.
    unsafe { give(string_of_caller(content), out) }
}

/// `TVMFFIBytesFromByteArray`.
///
/// # Safety
///
/// The C API: the input is readable, and `out` is writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn bytes_from_byte_array(
    input: *const TVMFFIByteArray,
    out: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract.
    let input = unsafe { &*input };
    // SAFETY: the caller's contract.
    let content = unsafe { input.bytes() };
    // SAFETY: the caller's contract.
    unsafe { give(bytes_of_caller(content), out) }
}

/// Writes a value, or raises the failure of an allocation; gives the code.
///
/// # Safety
///
/// `out` is writable.
#[inline(always)]
unsafe fn give(value: Option<Value>, out: *mut TVMFFIAny) -> c_int {
    let Some(value) = value else { return catch::raise(no_memory()) };
    // SAFETY: the caller's contract.
    unsafe { out.write(value.into_raw()) };
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(
        make: unsafe extern "C" fn(*const TVMFFIByteArray, *mut TVMFFIAny) -> c_int,
        content: &[u8],
    ) -> Value {
        let mut out = TVMFFIAny::NONE;
        // SAFETY: the bytes are readable, `out` is writable.
        assert_eq!(unsafe { make(&TVMFFIByteArray::of(content), &mut out) }, 0);
        // SAFETY: the function gave an owned value.
        unsafe { Value::from_owned(out) }
    }

    #[test]
    fn up_to_seven_bytes_are_small_and_zero_filled() {
        for length in 0..=9 {
            let content = &b"a\0bcdefgh"[..length];
            let (string, bytes) =
                (made(string_from_byte_array, content), made(bytes_from_byte_array, content));
            let is_small = length <= 7;
            let indices = if is_small { (11, 12) } else { (65, 66) };
            assert_eq!((string.type_index(), bytes.type_index()), indices);
            assert_eq!(string_content(string.view()), Some(content));
            assert_eq!(bytes_content(bytes.view()), Some(content));
            assert_eq!((string_content(bytes.view()), bytes_content(string.view())), (None, None));
            assert_eq!(string.view().small_len as usize, if is_small { length } else { 0 });
            if is_small {
                assert!(string.view().payload.bytes()[length..].iter().all(|byte| *byte == 0));
            }
        }
    }

    #[test]
    fn no_bytes_may_have_no_address() {
        let mut out = TVMFFIAny::NONE;
        let none = TVMFFIByteArray { data: core::ptr::null(), size: 0 };
        // SAFETY: `out` is writable.
        assert_eq!(unsafe { string_from_byte_array(&none, &mut out) }, 0);
        assert_eq!((out.type_index, out.small_len, out.payload.int()), (TypeIndex::SMALL_STR, 0, 0));
    }

    #[test]
    fn long_strings_end_with_a_nul() {
        let string = string(b"eight...");
        let object = string.view().header().expect("an object");
        // SAFETY: the body follows the header.
        let body = unsafe { object.add(1) }.cast::<TVMFFIByteArray>();
        // SAFETY: as above.
        let array = unsafe { body.read() };
        let with_nul = TVMFFIByteArray { size: array.size + 1, ..array };
        // SAFETY: the NUL is in the same block.
        assert_eq!(unsafe { with_nul.bytes() }, b"eight...\0");
    }
}
