//! Objects: a header and a body in one block.

use core::ffi::{c_int, c_void};
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use crate::abi::{DeleterFlag, TVMFFIObject, TVMFFIObjectHandle};
use crate::object_ref::new_header;

#[repr(C)]
struct Block<T> {
    header: TVMFFIObject,
    body: T,
}

/// A new object with one reference.
pub(crate) fn new<T>(type_index: i32, body: T) -> TVMFFIObjectHandle {
    Box::into_raw(Box::new(Block { header: new_header(type_index, delete::<T>), body })).cast()
}

/// The body of an object that was made by [`new`] with the same type.
///
/// # Safety
///
/// That, and Object validity for `'a`.
pub(super) unsafe fn body<'a, T>(object: TVMFFIObjectHandle) -> &'a T {
    // SAFETY: the caller's contract.
    unsafe { &(*object.cast::<Block<T>>()).body }
}

/// The place of the body.
///
/// # Safety
///
/// As for [`body`].
pub(super) unsafe fn body_ptr<T>(object: TVMFFIObjectHandle) -> NonNull<T> {
    // SAFETY: the caller's contract.
    let body = unsafe { &raw mut (*object.cast::<Block<T>>()).body };
    // SAFETY: the body is part of the object.
    unsafe { NonNull::new_unchecked(body) }
}

unsafe extern "C" fn delete<T>(object: *mut c_void, flags: c_int) {
    if flags & DeleterFlag::STRONG != 0 {
        // SAFETY: the body is part of the block.
        let body = unsafe { &raw mut (*object.cast::<Block<T>>()).body };
        // SAFETY: the last strong reference is gone, so the body is not used any more.
        unsafe { body.drop_in_place() };
    }
    if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: the last reference is gone, and the body was dropped with the last strong one.
        drop(unsafe { Box::from_raw(object.cast::<Block<MaybeUninit<T>>>()) });
    }
}
