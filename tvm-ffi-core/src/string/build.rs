//! Making strings and bytes.
//!
//! Objects are laid out here instead of by the runtime, which would copy the content once more. The body is the one that
//! every reader of the ABI expects; the deleter is ours, which is why making one pins this library. Memory comes from the
//! system's allocator, as the runtime's own objects do, and not from one that the program may have set for Rust.

use core::ffi::{c_int, c_void};
use core::mem::size_of;
use core::ptr::NonNull;
use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};

use super::SMALL_MAX;
use crate::abi::{DeleterFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFIObject, TypeIndex};
use crate::any::Any;
use crate::object::new_header;

/// Reserved in front of every object made here: the runtime plans to keep an allocation header there.
const RESERVED: usize = 16;

/// A heap string or heap bytes: header, body, and behind them the content with a NUL.
#[repr(C)]
struct Heap {
    header: TVMFFIObject,
    content: TVMFFIByteArray,
}

/// A string value that joins `parts`.
#[inline]
pub(crate) fn new_string(parts: &[&str]) -> Any {
    join(TypeIndex::SMALL_STR, TypeIndex::STR, parts)
}

/// A bytes value.
pub(crate) fn new_bytes(content: &[u8]) -> Any {
    join(TypeIndex::SMALL_BYTES, TypeIndex::BYTES, &[content])
}

#[inline(always)]
fn join<P: AsRef<[u8]>>(small: i32, heap: i32, parts: &[P]) -> Any {
    let size = parts.iter().fold(0usize, |size, part| size.saturating_add(part.as_ref().len()));
    if size <= SMALL_MAX { join_small(small, parts) } else { join_heap(heap, size, parts) }
}

/// The parts have at most [`SMALL_MAX`] bytes together.
#[inline(always)]
fn join_small<P: AsRef<[u8]>>(type_index: i32, parts: &[P]) -> Any {
    let mut word = 0u64;
    let mut small_len = 0u32;
    for part in parts {
        let part = part.as_ref();
        // A part of no bytes may come when the word is full, where a shift by 64 bits is none.
        word |= little_endian(part).unbounded_shl(8 * small_len);
        small_len += part.len() as u32;
    }
    let payload = TVMFFIAnyPayload::from_bytes(word.to_le_bytes());
    // SAFETY: a small value owns nothing, and all of it is initialised.
    unsafe { Any::from_raw(TVMFFIAny { type_index, small_len, payload }) }
}

/// At most seven bytes as the low bytes of a little-endian word, the first in the lowest place.
#[inline(always)]
fn little_endian(bytes: &[u8]) -> u64 {
    let shift = |index: usize| 8 * index as u32;
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            let [first, last] = [first, last].map(|half| u64::from(u32::from_le_bytes(*half)));
            first | last << shift(bytes.len() - 4)
        }
        _ => match *bytes {
            [] => 0,
            [a] => u64::from(a),
            [a, b] => u64::from(a) | u64::from(b) << 8,
            [a, b, c, ..] => u64::from(a) | u64::from(b) << 8 | u64::from(c) << 16,
        },
    }
}

/// The parts have `size` bytes together.
#[inline(always)]
fn join_heap<P: AsRef<[u8]>>(type_index: i32, size: usize, parts: &[P]) -> Any {
    let object = allocate(type_index, size);
    // SAFETY: the content lies behind the body in the same allocation.
    let mut end = unsafe { object.add(1) }.cast::<u8>();
    for part in parts {
        let part = part.as_ref();
        // SAFETY: the parts have `size` bytes together, for which there is room; they do not lie in new memory.
        unsafe { end.copy_from_nonoverlapping(NonNull::from(part).cast(), part.len()) };
        // SAFETY: as above: the end stays within the allocation.
        end = unsafe { end.add(part.len()) };
    }
    // SAFETY: there is room for the NUL behind the content.
    unsafe { end.write(0) };
    let payload = TVMFFIAnyPayload::from_ptr(object.as_ptr().cast());
    // SAFETY: the object is initialised and has one reference, which moves into the value.
    unsafe { Any::from_raw(TVMFFIAny::new(type_index, payload)) }
}

/// The layout of a block for `size` bytes of content, reserve and NUL included.
#[inline(always)]
fn block(size: usize) -> Layout {
    const OVERHEAD: usize = RESERVED + size_of::<Heap>() + 1;
    const MAX: usize = isize::MAX as usize - OVERHEAD - RESERVED;
    assert!(size <= MAX, "a string fits the address space");
    // SAFETY: the alignment is a power of two, and the assertion keeps the size below `isize::MAX`, rounded up.
    unsafe { Layout::from_size_align_unchecked(size + OVERHEAD, RESERVED) }
}

/// A new object with room for its content behind it, which is not initialised.
#[inline(never)]
fn allocate(type_index: i32, size: usize) -> NonNull<Heap> {
    crate::runtime::pin();
    let layout = block(size);
    // SAFETY: the layout has a size.
    let Some(start) = NonNull::new(unsafe { System.alloc(layout) }) else { handle_alloc_error(layout) };
    // SAFETY: the reserve is part of the block.
    unsafe { start.cast::<[u64; 2]>().write([0; 2]) };
    // SAFETY: the object lies behind the reserve, in the same block.
    let object = unsafe { start.add(RESERVED) }.cast::<Heap>();
    // SAFETY: as above: the content lies behind header and body.
    let data = unsafe { object.add(1) }.cast::<u8>().as_ptr();
    let content = TVMFFIByteArray { data, size };
    // SAFETY: the block has room for header and body, aligned to 16 bytes.
    unsafe { object.write(Heap { header: new_header(type_index, delete), content }) };
    object
}

/// The deleter: there is nothing to destroy, only memory to free.
unsafe extern "C" fn delete(object: *mut c_void, flags: c_int) {
    if flags & DeleterFlag::WEAK == 0 {
        return;
    }
    let object = object.cast::<Heap>();
    // SAFETY: the object was made by `allocate` and is freed once, after its last reference.
    let size = unsafe { (*object).content.size };
    // SAFETY: the block starts before the reserve.
    let start = unsafe { object.cast::<u8>().sub(RESERVED) };
    // SAFETY: this is the block with the layout that it was allocated with: the size never changes.
    unsafe { System.dealloc(start, block(size)) };
}
