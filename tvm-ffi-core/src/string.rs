//! Strings and bytes: at most seven bytes inside the value, more in an object on the heap.

use core::ops::Deref;

use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TypeIndex};
use crate::any::{Any, AnyView};
use crate::error::expect_success;
use crate::runtime::table;

/// The most bytes that are stored inside a value.
const SMALL_MAX: usize = 7;

/// The content of small text or bytes; empty if the length is none that fits.
#[inline(always)]
pub(crate) fn small_content<'a>(view: AnyView<'a>) -> &'a [u8] {
    let raw = view.as_raw();
    raw.payload.bytes().get(..raw.small_len as usize).unwrap_or_default()
}

/// The text of a small string, if it is UTF-8.
#[inline(always)]
pub(crate) fn small_text<'a>(view: AnyView<'a>) -> Option<&'a str> {
    const NON_ASCII: u64 = 0x8080_8080_8080_8080;
    let bytes = small_content(view);
    if view.as_raw().payload.uint() & NON_ASCII == 0 {
        // SAFETY: no byte of the payload has its top bit set, so all are ASCII.
        return Some(unsafe { core::str::from_utf8_unchecked(bytes) });
    }
    core::str::from_utf8(bytes).ok()
}

/// The content of a heap string or heap bytes, if the value is one of that type.
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

/// The bytes of an array, which may be NULL where it is empty.
///
/// # Safety
///
/// `data` points to `size` bytes that are readable and not written for `'a`, unless `size` is 0.
#[inline(always)]
pub(crate) unsafe fn byte_slice<'a>(array: &TVMFFIByteArray) -> &'a [u8] {
    if array.size == 0 || array.data.is_null() {
        return &[];
    }
    // SAFETY: the caller's contract; the pointer is not NULL.
    unsafe { core::slice::from_raw_parts(array.data, array.size) }
}

/// Bytes as text, if they are UTF-8.
#[inline(always)]
pub(crate) fn utf8(bytes: &[u8]) -> Option<&str> {
    core::str::from_utf8(bytes).ok()
}

/// A borrowed byte array for a C function.
#[inline]
pub(crate) fn byte_array(bytes: &[u8]) -> TVMFFIByteArray {
    TVMFFIByteArray { data: bytes.as_ptr(), size: bytes.len() }
}

/// A small string or small bytes, if the content is short enough.
#[inline(always)]
fn small(type_index: i32, content: &[u8]) -> Option<Any> {
    if content.len() > SMALL_MAX {
        return None;
    }
    let mut bytes = [0u8; 8];
    bytes[..content.len()].copy_from_slice(content);
    let raw = TVMFFIAny {
        type_index,
        small_len: content.len() as u32,
        payload: TVMFFIAnyPayload::from_bytes(bytes),
    };
    // SAFETY: a small value owns nothing and is initialised throughout.
    Some(unsafe { Any::from_raw(raw) })
}

/// A string value.
#[inline]
pub(crate) fn new_string(text: &str) -> Any {
    small(TypeIndex::SMALL_STR, text.as_bytes()).unwrap_or_else(|| heap_string(text))
}

/// A string value from an owned string.
#[inline]
pub(crate) fn from_string(text: String) -> Any {
    new_string(&text)
}

#[inline(never)]
fn heap_string(text: &str) -> Any {
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the bytes are readable, `out` is writable.
    let code = unsafe { table::TVMFFIStringFromByteArray(&byte_array(text.as_bytes()), &mut out) };
    expect_success(code);
    // SAFETY: the runtime gave an owned value.
    unsafe { Any::from_raw(out) }
}

/// A bytes value.
pub(crate) fn new_bytes(content: &[u8]) -> Any {
    if let Some(small) = small(TypeIndex::SMALL_BYTES, content) {
        return small;
    }
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the bytes are readable, `out` is writable.
    let code = unsafe { table::TVMFFIBytesFromByteArray(&byte_array(content), &mut out) };
    expect_success(code);
    // SAFETY: the runtime gave an owned value.
    unsafe { Any::from_raw(out) }
}

/// Owned immutable bytes, shared when cloned.
///
/// ```
/// # use tvm_ffi_core::Bytes;
/// let bytes = Bytes::from(b"abc".as_slice());
/// assert_eq!(&*bytes, b"abc");
/// ```
#[derive(Clone)]
pub struct Bytes(Any);

impl Bytes {
    /// The bytes of a value that is known to be bytes.
    pub(crate) fn from_checked(value: Any) -> Option<Self> {
        match value.type_index() {
            TypeIndex::SMALL_BYTES | TypeIndex::BYTES => Some(Self(value)),
            _ => None,
        }
    }

    /// The value.
    pub(crate) fn into_inner(self) -> Any {
        self.0
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let view = self.0.as_view();
        match view.type_index() {
            TypeIndex::SMALL_BYTES => small_content(view),
            _ => heap_content(view, TypeIndex::BYTES).unwrap_or_default(),
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<&[u8]> for Bytes {
    fn from(content: &[u8]) -> Self {
        Self(new_bytes(content))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(content: Vec<u8>) -> Self {
        Self::from(content.as_slice())
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl core::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Debug::fmt(&**self, f)
    }
}
