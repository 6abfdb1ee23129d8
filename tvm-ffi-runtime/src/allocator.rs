//! The allocator for objects that a program installs. The runtime keeps it for others, and allocates nothing with it.

use core::ffi::{c_int, c_void};
use core::mem::size_of;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};
use std::alloc::{Layout, alloc, dealloc};

use tvm_ffi_abi::{TVMFFICustomAllocator, TVMFFIObjectAllocHeader};

/// What precedes the object in a block of the runtime's own allocator.
#[repr(C)]
struct Before {
    /// The size of the block.
    size: usize,
    /// The header of the C API.
    header: TVMFFIObjectAllocHeader,
}

/// The alignment of all blocks, that of C's `max_align_t`.
const ALIGNMENT: usize = 16;

const _: () = assert!(size_of::<Before>() == ALIGNMENT);

/// The runtime's own allocator.
struct Own(TVMFFICustomAllocator);

// SAFETY: no code writes the struct, and it has no context.
unsafe impl Sync for Own {}

static OWN: Own = Own(TVMFFICustomAllocator { allocate: Some(allocate), context: null_mut() });

/// The allocator that a program installed; NULL for the runtime's own.
static CURRENT: AtomicPtr<TVMFFICustomAllocator> = AtomicPtr::new(null_mut());

/// A block for an object; NULL if there is no memory, or the alignment is greater than that of C's types.
unsafe extern "C-unwind" fn allocate(
    size: usize,
    alignment: usize,
    _type_index: i32,
    _context: *mut c_void,
) -> *mut c_void {
    if alignment > ALIGNMENT {
        return null_mut();
    }
    let Some(size) = size.checked_add(size_of::<Before>()) else { return null_mut() };
    let Ok(layout) = Layout::from_size_align(size, ALIGNMENT) else { return null_mut() };
    // SAFETY: the layout has a size.
    let block = unsafe { alloc(layout) };
    if block.is_null() {
        return null_mut();
    }
    let header = TVMFFIObjectAllocHeader { delete_space: Some(delete_space) };
    // SAFETY: the block has room for it, and its alignment.
    unsafe { block.cast::<Before>().write(Before { size, header }) };
    // SAFETY: the object follows in the same block.
    unsafe { block.add(size_of::<Before>()) }.cast()
}

/// Frees a block.
unsafe extern "C-unwind" fn delete_space(object: *mut c_void) {
    // SAFETY: the object was allocated by `allocate`.
    let before = unsafe { object.cast::<Before>().sub(1) };
    // SAFETY: as above.
    let size = unsafe { (*before).size };
    // SAFETY: `allocate` made this layout.
    let layout = unsafe { Layout::from_size_align_unchecked(size, ALIGNMENT) };
    // SAFETY: the block has this layout, and the caller gives it up.
    unsafe { dealloc(before.cast(), layout) };
}

/// `TVMFFIGetCustomAllocator`. Never NULL.
pub(crate) extern "C" fn get() -> *mut TVMFFICustomAllocator {
    let current = CURRENT.load(Ordering::Acquire);
    if current.is_null() { (&raw const OWN.0).cast_mut() } else { current }
}

/// `TVMFFISetCustomAllocator`. NULL restores the runtime's own.
pub(crate) extern "C" fn set(allocator: *mut TVMFFICustomAllocator) -> c_int {
    CURRENT.store(allocator, Ordering::Release);
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_installs_an_allocator_and_restores_the_own_one() {
        let own = get();
        let mut other = TVMFFICustomAllocator { allocate: None, context: null_mut() };
        assert_eq!(set(&mut other), 0);
        assert_eq!(get(), &raw mut other);
        assert_eq!(set(null_mut()), 0);
        assert_eq!(get(), own);
    }

    #[test]
    fn the_own_allocator_writes_a_header_before_the_object() {
        // SAFETY: the function takes any numbers.
        let object = unsafe { allocate(40, 8, 64, null_mut()) };
        assert_eq!(object.addr() % ALIGNMENT, 0);
        // SAFETY: the object has room for this many bytes.
        unsafe { object.cast::<u8>().write_bytes(1, 40) };
        // SAFETY: the header precedes the object.
        let header = unsafe { object.cast::<TVMFFIObjectAllocHeader>().sub(1) };
        // SAFETY: as above.
        let delete_space = unsafe { header.read() }.delete_space.expect("it frees");
        // SAFETY: the object is not used again.
        unsafe { delete_space(object) };
        // SAFETY: the function takes any numbers.
        assert!(unsafe { allocate(usize::MAX - 8, 8, 64, null_mut()) }.is_null());
        // SAFETY: as above.
        assert!(unsafe { allocate(8, 32, 64, null_mut()) }.is_null());
    }
}
