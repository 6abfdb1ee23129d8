//! Big integers that the runtime would not make.

use core::ffi::{c_int, c_void};
use core::mem::size_of;
use std::alloc::Layout;

use crate::abi::{DeleterFlag, TVMFFIObject, TypeIndex};
use crate::object_ref::new_header;

#[repr(C)]
struct Head {
    header: TVMFFIObject,
    words: usize,
}

fn layout(words: usize) -> Layout {
    Layout::from_size_align(size_of::<Head>() + words * size_of::<u64>(), 8).expect("a small block")
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
