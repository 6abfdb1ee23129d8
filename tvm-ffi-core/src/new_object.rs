//! The memory of containers and functions that are made here.
//!
//! The C++ headers change a container in place while nothing else refers to it, and then its fields tell how to free what they lead to.
//! So a block keeps its own size, and a deleter reads the fields when it runs.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use std::alloc::{GlobalAlloc, Layout, System, handle_alloc_error};

use crate::abi::{DeleterFlag, TVMFFIObject};
use crate::deferred_drop::{Link, drop_or_defer_object};
use crate::object_ref::{ObjectRef, new_header};

/// What is before each block: its size, and padding.
const FRONT: usize = 16;

/// What is before each object in its block: the room that the runtime reserves. A deferred drop has its link there.
const RESERVED: usize = size_of::<Link>();

/// A body of an object, followed by memory for what it contains.
pub(crate) trait Body: Sized {
    /// Drops the contents.
    ///
    /// # Safety
    ///
    /// The last strong reference to the object is gone, and its body is valid.
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>);
}

fn layout(size: usize) -> Layout {
    const MAX: usize = isize::MAX as usize - 2 * FRONT;
    assert!(size <= MAX, "a container fits the address space");
    // SAFETY: the alignment is a power of two, and the assertion keeps the size below `isize::MAX`, rounded up.
    unsafe { Layout::from_size_align_unchecked(size + FRONT, FRONT) }
}

/// A block that [`free`] frees.
///
/// Its memory comes from the system's allocator, as for the runtime's own containers, and not from a global allocator that the program may
/// have set.
pub(crate) fn allocate(size: usize) -> NonNull<u8> {
    let layout = layout(size);
    // SAFETY: the layout has a size.
    let Some(start) = NonNull::new(unsafe { System.alloc(layout) }) else { handle_alloc_error(layout) };
    // SAFETY: the block begins with its front.
    unsafe { start.cast::<usize>().write(size) };
    // SAFETY: the front is part of the block.
    unsafe { start.add(FRONT) }
}

/// Frees a block.
///
/// # Safety
///
/// `block` was allocated by [`allocate`], and is not used again.
pub(crate) unsafe extern "C" fn free(block: *mut c_void) {
    // SAFETY: the front is before the block.
    let start = unsafe { block.cast::<u8>().sub(FRONT) };
    // SAFETY: `allocate` has written it.
    let size = unsafe { start.cast::<usize>().read() };
    // SAFETY: this is the block with the layout that it was allocated with.
    unsafe { System.dealloc(start, layout(size)) };
}

/// A new object with uninitialised room for contents behind its body.
pub(crate) fn new_object<B: Body>(
    type_index: i32,
    room: usize,
    body: impl FnOnce(NonNull<u8>) -> B,
) -> ObjectRef {
    crate::runtime::ensure_layout();
    let block = allocate(room.saturating_add(RESERVED + size_of::<TVMFFIObject>() + size_of::<B>()));
    // SAFETY: the reserve is part of the block.
    unsafe { block.cast::<[u64; 2]>().write([0; 2]) };
    // SAFETY: the object follows the reserve.
    let object = unsafe { block.add(RESERVED) }.cast::<TVMFFIObject>();
    // SAFETY: the block has room for a header, and is aligned to 16 bytes.
    unsafe { object.write(new_header(type_index, delete::<B>)) };
    // SAFETY: the body follows the header.
    let place = unsafe { object.add(1) }.cast::<B>();
    // SAFETY: the contents follow the body.
    let contents = unsafe { place.add(1) }.cast();
    // SAFETY: the block has room for the body, which needs the alignment of pointers.
    unsafe { place.write(body(contents)) };
    // SAFETY: the object has one reference, which moves into the result.
    unsafe { ObjectRef::from_raw(object) }
}

unsafe extern "C" fn delete<B: Body>(object: *mut c_void, flags: c_int) {
    // SAFETY: a deleter is called with its object.
    let object = unsafe { NonNull::new_unchecked(object.cast::<TVMFFIObject>()) };
    let drops = flags & DeleterFlag::STRONG != 0;
    // SAFETY: the last strong reference is gone. This library made the object, with room for a link before it.
    if drops && !unsafe { drop_or_defer_object(object, flags, B::drop_contents) } {
        return;
    }
    if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: the object follows the reserve.
        let block = unsafe { object.cast::<u8>().sub(RESERVED) };
        // SAFETY: the last reference is gone. `new_object` allocated the block.
        unsafe { free(block.as_ptr().cast()) };
    }
}
