//! Making strings and bytes.
//!
//! Objects are laid out here rather than by the runtime, which would copy the content once more. The body has the layout of the ABI. The deleter
//! is ours, so making an object pins this library. Memory comes from the system's allocator, as for the runtime's own objects, and not from a
//! global allocator that the program may have set.

use core::ffi::{c_int, c_void};
use core::mem::size_of;
use core::ptr::NonNull;
use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};

use super::SMALL_MAX;
use crate::abi::{DeleterFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFIObject, TypeIndex};
use crate::any::Any;
use crate::object_ref::new_header;

/// Bytes that are reserved before every object made here, for an allocation header that the runtime plans to add.
const RESERVED: usize = 16;

/// A heap string or heap bytes: header and body, followed by the content and a NUL.
#[repr(C)]
struct Heap {
    header: TVMFFIObject,
    content: TVMFFIByteArray,
}

/// Makes a string value that joins `parts`.
#[inline]
pub(crate) fn new_string(parts: &[&str]) -> Any {
    join(TypeIndex::SMALL_STR, TypeIndex::STR, parts)
}

/// Makes a bytes value.
pub(crate) fn new_bytes(content: &[u8]) -> Any {
    join(TypeIndex::SMALL_BYTES, TypeIndex::BYTES, &[content])
}

#[inline(always)]
fn join<P: AsRef<[u8]>>(small: i32, heap: i32, parts: &[P]) -> Any {
    let size = parts.iter().fold(0usize, |size, part| size.saturating_add(part.as_ref().len()));
    if size <= SMALL_MAX { join_small(small, parts) } else { join_heap(heap, size, parts) }
}

/// Makes a small value. The parts have at most [`SMALL_MAX`] bytes in total.
#[inline(always)]
fn join_small<P: AsRef<[u8]>>(type_index: i32, parts: &[P]) -> Any {
    let mut word = 0u64;
    let mut small_len = 0u32;
    for part in parts {
        let part = part.as_ref();
        // An empty part may follow when the word is full; a shift by 64 bits is not allowed then.
        word |= little_endian(part).unbounded_shl(8 * small_len);
        small_len += part.len() as u32;
    }
    let payload = TVMFFIAnyPayload::from_bytes(word.to_le_bytes());
    // SAFETY: a small value owns nothing, and all of it is initialised.
    unsafe { Any::from_raw(TVMFFIAny { type_index, small_len, payload }) }
}

/// The small value of up to seven bytes, whose type index the caller chooses.
#[inline(always)]
pub fn small_value(type_index: i32, content: &[u8]) -> Option<TVMFFIAny> {
    (content.len() <= SMALL_MAX).then(|| join_small(type_index, &[content]).into_raw())
}

/// Packs at most seven bytes into the low bytes of a word. The first byte is the lowest.
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

/// Makes a heap object. The parts have `size` bytes in total.
#[inline(always)]
fn join_heap<P: AsRef<[u8]>>(type_index: i32, size: usize, parts: &[P]) -> Any {
    let object = allocate(size);
    // SAFETY: the object is new and not shared.
    unsafe { (*object.as_ptr()).header.type_index = type_index };
    // SAFETY: the content follows the body in the same allocation.
    let mut end = unsafe { object.add(1) }.cast::<u8>();
    for part in parts {
        let part = part.as_ref();
        // SAFETY: the parts have `size` bytes in total, for which there is room, and they do not overlap new memory.
        unsafe { end.copy_from_nonoverlapping(NonNull::from(part).cast(), part.len()) };
        // SAFETY: as above: the end stays within the allocation.
        end = unsafe { end.add(part.len()) };
    }
    // SAFETY: there is room for the NUL after the content.
    unsafe { end.write(0) };
    let payload = TVMFFIAnyPayload::from_ptr(object.as_ptr().cast());
    // SAFETY: the object is initialised and has one reference, which moves into the value.
    unsafe { Any::from_raw(TVMFFIAny::new(type_index, payload)) }
}

/// The layout of a block for `size` bytes of content, including the reserve and the NUL.
#[inline(always)]
fn block(size: usize) -> Layout {
    const OVERHEAD: usize = RESERVED + size_of::<Heap>() + 1;
    const MAX: usize = isize::MAX as usize - OVERHEAD - RESERVED;
    assert!(size <= MAX, "a string fits the address space");
    // SAFETY: the alignment is a power of two, and the assertion keeps the size below `isize::MAX`, rounded up.
    unsafe { Layout::from_size_align_unchecked(size + OVERHEAD, RESERVED) }
}

/// Allocates an object with uninitialised room for its content. The caller sets the type index.
#[inline(never)]
fn allocate(size: usize) -> NonNull<Heap> {
    crate::runtime::pin();
    // SAFETY: the layout has a size.
    let Some(start) = NonNull::new(unsafe { System.alloc(block(size)) }) else { out_of_memory(size) };
    // SAFETY: the reserve is part of the block.
    unsafe { start.cast::<[u64; 2]>().write([0; 2]) };
    // SAFETY: the object follows the reserve in the same block.
    let object = unsafe { start.add(RESERVED) }.cast::<Heap>();
    // SAFETY: as above: the content follows header and body.
    let data = unsafe { object.add(1) }.cast::<u8>().as_ptr();
    let content = TVMFFIByteArray { data, size };
    // SAFETY: the block has room for header and body, aligned to 16 bytes.
    unsafe { object.write(Heap { header: new_header(TypeIndex::NONE, delete), content }) };
    object
}

/// Out of line, so that [`allocate`] does not have to keep the layout during the allocation.
#[cold]
#[inline(never)]
fn out_of_memory(size: usize) -> ! {
    handle_alloc_error(block(size))
}

/// The deleter. It only frees memory, since the content needs no destructor.
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
