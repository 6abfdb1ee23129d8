//! Objects that are made here, and owned references to objects of any origin.

mod nested;

use core::ffi::{c_int, c_void};
use core::mem::{ManuallyDrop, MaybeUninit};
use core::ptr::NonNull;
use std::alloc::{Layout, alloc, dealloc};

use tvm_ffi_abi::count::{dec_ref, inc_ref, new_header, try_upgrade};
use tvm_ffi_abi::{DeleterFlag, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TVMFFIObjectHandle};

/// An owned reference to an object of any type.
#[repr(transparent)]
pub(crate) struct Object(NonNull<TVMFFIObject>);

// SAFETY: counts are atomic, and by the rules of the ABI any thread may run a deleter.
unsafe impl Send for Object {}
// SAFETY: as above.
unsafe impl Sync for Object {}

#[repr(C)]
struct Block<T> {
    header: TVMFFIObject,
    body: T,
}

/// A body that is followed by elements in the same block.
///
/// # Safety
///
/// `count` always gives the number that the block was made with. Elements are not dropped.
pub(crate) unsafe trait Tail {
    /// The type of the elements.
    type Element;

    /// The number of elements.
    ///
    /// # Safety
    ///
    /// The body is in its block; it may have been dropped.
    unsafe fn count(body: *const Self) -> usize;
}

/// The most elements in a block.
const fn most_elements<T: Tail>() -> usize {
    (isize::MAX as usize - size_of::<Block<T>>() - align_of::<Block<T>>()) / size_of::<T::Element>()
}

/// The layout of a block with a tail.
///
/// # Safety
///
/// There are at most [`most_elements`].
#[inline(always)]
unsafe fn layout_with_tail<T: Tail>(count: usize) -> Layout {
    const { assert!(align_of::<T::Element>() <= align_of::<Block<T>>()) };
    let size = size_of::<Block<T>>() + count * size_of::<T::Element>();
    // SAFETY: the size fits, by the caller's contract, and the alignment is that of a type.
    unsafe { Layout::from_size_align_unchecked(size, align_of::<Block<T>>()) }
}

impl Object {
    /// A new object with one reference. The body is dropped with the last strong reference.
    pub(crate) fn new<T>(type_index: i32, body: T) -> Self {
        Self::new_with(type_index, || body)
    }

    /// [`new`](Self::new) with a body that is made in its place, after the allocation.
    #[inline(always)]
    pub(crate) fn new_with<T>(type_index: i32, body: impl FnOnce() -> T) -> Self {
        let block = Box::write(
            Box::new_uninit(),
            Block { header: new_header(type_index, delete::<T>), body: body() },
        );
        Self(NonNull::from(Box::leak(block)).cast())
    }

    /// A new object whose body is followed by `count` elements in the same block. `body` gets the place of the first; it fills all of
    /// them and does not panic. `None` if there is no memory.
    #[inline]
    pub(crate) fn with_tail<T: Tail>(
        type_index: i32,
        count: usize,
        body: impl FnOnce(NonNull<T::Element>) -> T,
    ) -> Option<Self> {
        if count > most_elements::<T>() {
            return None;
        }
        // SAFETY: the number was checked.
        let layout = unsafe { layout_with_tail::<T>(count) };
        // SAFETY: the layout has a size, since the block has a header.
        let block = NonNull::new(unsafe { alloc(layout) })?.cast::<Block<T>>();
        // SAFETY: the header is inside the block.
        let header = unsafe { &raw mut (*block.as_ptr()).header };
        // SAFETY: as above.
        unsafe { header.write(new_header(type_index, delete_with_tail::<T>)) };
        // SAFETY: the tail is inside the block, or ends it.
        let body = body(unsafe { block.add(1) }.cast());
        // SAFETY: the body is inside the block.
        let place = unsafe { &raw mut (*block.as_ptr()).body };
        // SAFETY: as above.
        unsafe { place.write(body) };
        Some(Self(block.cast()))
    }

    /// Takes over a reference, if the handle is not NULL.
    ///
    /// # Safety
    ///
    /// The handle is NULL, or Object validity and the caller gives up its reference.
    #[inline(always)]
    pub(crate) unsafe fn from_owned(handle: TVMFFIObjectHandle) -> Option<Self> {
        NonNull::new(handle.cast()).map(Self)
    }

    /// Takes a reference to an object that is lent, if the handle is not NULL.
    ///
    /// # Safety
    ///
    /// The handle is NULL, or Object validity.
    #[inline(always)]
    pub(crate) unsafe fn from_lent(handle: TVMFFIObjectHandle) -> Option<Self> {
        let object = NonNull::new(handle.cast())?;
        // SAFETY: the caller's contract.
        unsafe { inc_ref(object) };
        Some(Self(object))
    }

    /// A reference to an object whose last one may be gone.
    ///
    /// # Safety
    ///
    /// The memory of the object is kept, by a weak reference or because its deleter has not given up that of the strong ones.
    pub(crate) unsafe fn upgrade(handle: TVMFFIObjectHandle) -> Option<Self> {
        let object = NonNull::new(handle.cast())?;
        // SAFETY: the caller's contract.
        unsafe { try_upgrade(object) }.then(|| Self(object))
    }

    /// Gives up the reference.
    #[inline(always)]
    pub(crate) fn into_handle(self) -> TVMFFIObjectHandle {
        ManuallyDrop::new(self).0.as_ptr().cast()
    }

    /// The handle, still owned by this reference.
    #[inline(always)]
    pub(crate) fn handle(&self) -> TVMFFIObjectHandle {
        self.0.as_ptr().cast()
    }

    /// The header, still owned by this reference.
    #[inline(always)]
    pub(crate) fn header(&self) -> NonNull<TVMFFIObject> {
        self.0
    }

    /// The type index.
    #[inline(always)]
    pub(crate) fn type_index(&self) -> i32 {
        // SAFETY: Object validity; the index never changes.
        unsafe { (*self.0.as_ptr()).type_index }
    }

    /// A view of the object.
    #[inline(always)]
    pub(crate) fn view(&self) -> TVMFFIAny {
        TVMFFIAny::new(self.type_index(), TVMFFIAnyPayload::from_ptr(self.handle()))
    }

    /// The place after the header.
    #[inline(always)]
    pub(crate) fn body<T>(&self) -> NonNull<T> {
        // SAFETY: the body of an object follows its header in the same block.
        unsafe { self.0.add(1) }.cast()
    }
}

/// The body of an object that the caller lends.
///
/// # Safety
///
/// Object validity during `'a`. The body begins with a `T`, which is not written during `'a`.
#[inline(always)]
pub(crate) unsafe fn body_of<'a, T>(object: TVMFFIObjectHandle) -> &'a T {
    // SAFETY: the caller's contract: the handle points to a header, and the body follows it in the same block.
    let body = unsafe { object.cast::<TVMFFIObject>().add(1) };
    // SAFETY: the caller's contract.
    unsafe { &*body.cast::<T>() }
}

impl Clone for Object {
    #[inline(always)]
    fn clone(&self) -> Self {
        // SAFETY: Object validity.
        unsafe { inc_ref(self.0) };
        Self(self.0)
    }
}

impl Drop for Object {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: the reference is owned and not used again.
        unsafe { dec_ref(self.0) };
    }
}

unsafe extern "C" fn delete<T>(object: *mut c_void, flags: c_int) {
    // SAFETY: `free` gets the block, which a `Box` has made.
    unsafe { delete_parts::<T>(object, flags, free::<T>) };
}

unsafe extern "C" fn delete_with_tail<T: Tail>(object: *mut c_void, flags: c_int) {
    // SAFETY: `free_with_tail` gets the block, which `with_tail` has made.
    unsafe { delete_parts::<T>(object, flags, free_with_tail::<T>) };
}

/// Drops the body, frees the block, or does both.
///
/// # Safety
///
/// The object is a block with this body. With `STRONG`, no strong reference is left; with `WEAK` no reference, and the block may be
/// freed by `free`.
#[inline(always)]
unsafe fn delete_parts<T>(object: *mut c_void, flags: c_int, free: unsafe fn(*mut Block<T>)) {
    let block = object.cast::<Block<T>>();
    // SAFETY: the body is part of the block.
    let body = unsafe { &raw mut (*block).body };
    // Nearly always: an object without weak references.
    if flags == DeleterFlag::BOTH {
        // SAFETY: the last strong reference is gone, so the body is not used any more.
        unsafe { body.drop_in_place() };
        // SAFETY: the last reference is gone.
        unsafe { free(block) };
    } else if flags & DeleterFlag::STRONG != 0 {
        // SAFETY: as above.
        unsafe { body.drop_in_place() };
    } else if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: as above.
        unsafe { free(block) };
    }
}

/// Frees a block without a tail.
///
/// # Safety
///
/// A `Box` has made the block, the body has been dropped, and no reference is left.
#[inline(always)]
unsafe fn free<T>(block: *mut Block<T>) {
    // SAFETY: the caller's contract. The body is not dropped again.
    drop(unsafe { Box::from_raw(block.cast::<Block<MaybeUninit<T>>>()) });
}

/// Frees a block with a tail.
///
/// # Safety
///
/// [`Object::with_tail`] has made the block, the body has been dropped, and no reference is left.
#[inline(always)]
unsafe fn free_with_tail<T: Tail>(block: *mut Block<T>) {
    // SAFETY: the body is part of the block.
    let body = unsafe { &raw const (*block).body };
    // SAFETY: the body is in its block.
    let count = unsafe { T::count(body) };
    // SAFETY: the block was made with this number.
    let layout = unsafe { layout_with_tail::<T>(count) };
    // SAFETY: the block was allocated with this layout, and the last reference is gone.
    unsafe { dealloc(block.cast(), layout) };
}

/// `TVMFFIObjectIncRef`. NULL is allowed.
///
/// # Safety
///
/// The C API: the handle is NULL or lent.
pub(crate) unsafe extern "C" fn inc_ref_of(object: TVMFFIObjectHandle) -> c_int {
    if let Some(object) = NonNull::new(object.cast()) {
        // SAFETY: the caller's contract.
        unsafe { inc_ref(object) };
    }
    0
}

/// `TVMFFIObjectDecRef`. NULL is allowed.
///
/// # Safety
///
/// The C API: the handle is NULL, or the caller gives up its reference.
pub(crate) unsafe extern "C" fn dec_ref_of(object: TVMFFIObjectHandle) -> c_int {
    if let Some(object) = NonNull::new(object.cast()) {
        // SAFETY: the caller's contract.
        unsafe { dec_ref(object) };
    }
    0
}

#[cfg(test)]
mod tests;
