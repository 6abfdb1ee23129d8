//! Big integers.

use core::ffi::{c_int, c_void};
use core::mem::size_of;
use std::alloc::Layout;

use super::bytes;
use crate::abi::{DeleterFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFIObject, TypeIndex};
use crate::object_ref::new_header;

#[repr(C)]
struct Head {
    header: TVMFFIObject,
    words: usize,
}

fn layout(words: usize) -> Layout {
    Layout::from_size_align(size_of::<Head>() + words * size_of::<u64>(), 8).expect("a small block")
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIBigIntFromByteArray(
    input: *const TVMFFIByteArray,
    out: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller gives readable bytes.
    let bytes = unsafe { bytes(input) };
    let (words, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        super::error::raise("ValueError", "BigInt content must contain whole 64-bit words");
        return -1;
    }
    let words: Vec<i64> = words.iter().map(|word| i64::from_ne_bytes(*word)).collect();
    // SAFETY: the caller gives a place for the result.
    unsafe { out.write(value(minimal(&words))) };
    0
}

/// The words without those that only repeat the sign.
fn minimal(mut words: &[i64]) -> &[i64] {
    while let [rest @ .., below, top] = words {
        if *top != *below >> 63 {
            break;
        }
        words = &words[..rest.len() + 1];
    }
    words
}

fn value(words: &[i64]) -> TVMFFIAny {
    match *words {
        [] => TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(0)),
        [word] => TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(word)),
        _ => TVMFFIAny::new(TypeIndex::BIG_INT, TVMFFIAnyPayload::from_ptr(object(words))),
    }
}

/// A big integer object of exactly these words.
pub(crate) fn object(words: &[i64]) -> *mut c_void {
    // SAFETY: the layout has a size.
    let block = unsafe { std::alloc::alloc(layout(words.len())) };
    assert!(!block.is_null(), "out of memory");
    let head = Head { header: new_header(TypeIndex::BIG_INT, delete), words: words.len() };
    // SAFETY: the block has room for the head, aligned to eight bytes.
    unsafe { block.cast::<Head>().write(head) };
    // SAFETY: the words follow the head in the same block.
    let first = unsafe { block.add(size_of::<Head>()) }.cast::<i64>();
    // SAFETY: there is room for them, and they lie elsewhere now.
    unsafe { first.copy_from_nonoverlapping(words.as_ptr(), words.len()) };
    block.cast()
}

unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: the object was made above.
        let words = unsafe { (*object.cast::<Head>()).words };
        // SAFETY: it was allocated with this layout, and the last reference is gone.
        unsafe { std::alloc::dealloc(object.cast(), layout(words)) };
    }
}
