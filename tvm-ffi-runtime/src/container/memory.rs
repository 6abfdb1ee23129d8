//! The memory of containers.
//!
//! The headers of C++ change containers in place, and replace and free their buffers. So all memory is that of `malloc`, as with `operator new`
//! in C++, and a deleter reads the fields of its object when it runs.

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;

use tvm_ffi_abi::count::new_header;
use tvm_ffi_abi::{DeleterFlag, TVMFFIObject};

use crate::catch::{Result, no_memory};
use crate::object::Object;

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// A block of so many items of so many bytes.
pub(super) fn allocate(count: usize, item: usize) -> Result<NonNull<u8>> {
    let size = count.checked_mul(item).filter(|size| *size <= isize::MAX as usize).ok_or_else(no_memory)?;
    // SAFETY: `malloc` takes any size; it gives NULL where it fails.
    NonNull::new(unsafe { malloc(size.max(1)) }.cast()).ok_or_else(no_memory)
}

/// Frees a block, or nothing for NULL.
///
/// # Safety
///
/// [`allocate`] or `operator new` of C++ allocated the block, and no code uses it again.
pub(super) unsafe extern "C" fn release(block: *mut c_void) {
    // SAFETY: the caller's contract.
    unsafe { free(block) };
}

/// As [`release`], for cells whose deleters may unwind by their type.
///
/// # Safety
///
/// As for [`release`].
pub(super) unsafe extern "C-unwind" fn release_elements(block: *mut c_void) {
    // SAFETY: the caller's contract.
    unsafe { free(block) };
}

/// The body of a container.
pub(super) trait Body: Sized {
    /// Drops what the container holds.
    ///
    /// # Safety
    ///
    /// The last strong reference to the object is gone, and its body is valid.
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>);
}

/// A new object with room for `count` items of `item` bytes after its body. `body` gets the place of the first.
pub(super) fn new_object<B: Body>(
    type_index: i32,
    count: usize,
    item: usize,
    body: impl FnOnce(NonNull<u8>) -> B,
) -> Result<Object> {
    let fixed = size_of::<TVMFFIObject>() + size_of::<B>();
    let room = count.checked_mul(item).and_then(|room| room.checked_add(fixed)).ok_or_else(no_memory)?;
    let object = allocate(room, 1)?.cast::<TVMFFIObject>();
    // SAFETY: the block has room for a header, and the alignment of `malloc`.
    unsafe { object.write(new_header(type_index, delete::<B>)) };
    // SAFETY: the body follows the header.
    let place = unsafe { object.add(1) }.cast::<B>();
    // SAFETY: the items follow the body.
    let items = unsafe { place.add(1) };
    // SAFETY: the block has room for the body.
    unsafe { place.write(body(items.cast())) };
    // SAFETY: the object has one reference, which moves into the result.
    let object = unsafe { Object::from_owned(object.as_ptr().cast()) };
    object.ok_or_else(no_memory)
}

unsafe extern "C" fn delete<B: Body>(object: *mut c_void, flags: c_int) {
    if flags & DeleterFlag::STRONG != 0
        && let Some(object) = NonNull::new(object)
    {
        // SAFETY: the last strong reference is gone.
        unsafe { B::drop_contents(object.cast()) };
    }
    if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: the last reference is gone. `new_object` allocated the block.
        unsafe { free(object) };
    }
}
