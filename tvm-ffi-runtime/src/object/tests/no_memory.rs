//! Copies that need more memory than the process can have.

use core::ptr::null_mut;

use tvm_ffi_abi::{TVMFFIByteArray, TypeIndex};

use super::super::*;
use crate::testing::raised;
use crate::views::any_view_to_owned_any;
use crate::{bigint, error, text};

/// Bytes that a process can have once, and not twice.
const SIZE: usize = 80 << 40;

unsafe extern "C" {
    fn mmap(
        at: *mut c_void,
        size: usize,
        protection: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn munmap(start: *mut c_void, size: usize) -> c_int;
}

/// Zeros, of which the last page alone takes memory: it ends with a one. `None` if the system gives no such memory.
fn many_bytes() -> Option<TVMFFIByteArray> {
    const READ_WRITE: c_int = 3;
    const PRIVATE_ANONYMOUS_NORESERVE: c_int = 0x4022;
    // SAFETY: the system chooses a place.
    let start = unsafe { mmap(null_mut(), SIZE, READ_WRITE, PRIVATE_ANONYMOUS_NORESERVE, -1, 0) };
    if start.addr() == usize::MAX {
        return None;
    }
    // SAFETY: the byte is the last of the memory.
    let last = unsafe { start.cast::<u8>().add(SIZE - 1) };
    // SAFETY: as above.
    unsafe { last.write(1) };
    Some(TVMFFIByteArray { data: start.cast(), size: SIZE })
}

#[test]
fn a_copy_that_there_is_no_memory_for_is_an_error() {
    let Some(bytes) = many_bytes() else {
        return crate::stderr::print(format_args!("left out: the system gives no memory that nothing uses"));
    };
    let mut out = TVMFFIAny::NONE;
    let refused = |function: &str, code: c_int, out: &TVMFFIAny| {
        assert_eq!((code, raised().as_str()), (-1, "InternalError: std::bad_alloc"), "{function}");
        assert_eq!(out.type_index, TypeIndex::NONE, "{function}");
    };
    for (name, make) in [
        ("string", text::string_from_byte_array as unsafe extern "C" fn(_, _) -> _),
        ("bytes", text::bytes_from_byte_array),
        ("big integer", bigint::from_byte_array),
    ] {
        // SAFETY: the bytes are readable, and `out` is writable.
        let code = unsafe { make(&raw const bytes, &raw mut out) };
        refused(name, code, &out);
    }
    let view = TVMFFIAnyPayload::from_ptr((&raw const bytes).cast_mut().cast());
    let view = TVMFFIAny::new(TypeIndex::BYTE_ARRAY_PTR, view);
    // SAFETY: the bytes are readable, and `out` is writable.
    let code = unsafe { any_view_to_owned_any(&raw const view, &raw mut out) };
    refused("view", code, &out);
    let mut handle: TVMFFIObjectHandle = null_mut();
    // SAFETY: as above.
    let code =
        unsafe { error::create(&raw const bytes, &raw const bytes, &raw const bytes, &raw mut handle) };
    refused("error", code, &out);
    assert!(handle.is_null());
    // SAFETY: the memory was mapped, and nothing uses it any more.
    unsafe { munmap(bytes.data.cast_mut().cast(), bytes.size) };
}
