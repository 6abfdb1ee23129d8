//! The memory layout of objects that this library makes.
//!
//! One block: padding, the borrow word, the word that the ABI reserves for a function that frees the block, the header, and
//! the payload. The payload always follows the header directly. So the header only has the alignment of its own fields, and the
//! padding at the start aligns the payload.

use core::alloc::Layout;
use core::ffi::{c_int, c_void};
use core::mem::offset_of;
use core::ptr::NonNull;
use core::sync::atomic::AtomicPtr;
use std::alloc::{alloc, dealloc};

use super::borrow::WORD_BEFORE_HEADER;
use super::typed::ObjectType;
use crate::abi::{DeleterFlag, TVMFFIObject, TVMFFIObjectAllocHeader, TVMFFIObjectDeleter};
use crate::deferred_drop::{Link, drop_or_defer_object};
use crate::description::{Block, Class, key};
use crate::error::{Error, ErrorKind, Result};
use crate::object_ref::{ObjectRef, new_header};

/// The words before the header of every object that this library makes.
#[repr(C)]
struct Front {
    class: &'static Class,
    /// The instance of a Python module that refers to the object, if one lives. Only threads with the GIL use it.
    python: AtomicPtr<c_void>,
    /// The borrow state of a mutable object: zero while it is not borrowed. Zero for immutable objects.
    borrow: u64,
    /// NULL: the deleter frees the block.
    space: TVMFFIObjectAllocHeader,
}

/// The bytes of the front that are only used while the object lives.
const IN_LIFE: usize = size_of::<Front>() - offset_of!(Front, borrow);

const _: () = assert!(WORD_BEFORE_HEADER == IN_LIFE);

// The link of a deferred drop takes the place of those. The deleter needs the class once more after it.
const _: () = assert!(size_of::<Link>() <= IN_LIFE && align_of::<Link>() <= align_of::<Front>());

impl Block {
    /// The block of an object with a payload of type `T`.
    pub(crate) const fn of<T>() -> Self {
        const BEFORE: Layout = Layout::new::<(Front, TVMFFIObject)>();
        match BEFORE.extend(Layout::new::<T>()) {
            Ok((layout, payload)) => Self { layout, header: payload - size_of::<TVMFFIObject>() },
            Err(_) => panic!("the object is too large"),
        }
    }
}

/// The payload that follows a header.
///
/// # Safety
///
/// `object` points to the header of a block with a payload of type `T`.
#[inline]
pub(crate) unsafe fn payload<T>(object: NonNull<TVMFFIObject>) -> NonNull<T> {
    // SAFETY: the payload follows the header in the same block.
    unsafe { object.add(1) }.cast()
}

/// A new object. An error if the class cannot be registered, or there is no memory.
#[inline]
pub(super) fn new_object<T: ObjectType>(value: T) -> Result<ObjectRef> {
    let header = new_block(T::class())?;
    // SAFETY: the block has a payload of this type.
    let payload = unsafe { payload::<T>(header) };
    // SAFETY: the place is in the block, and aligned as `Block::of` computes.
    unsafe { payload.write(value) };
    // SAFETY: the header counts one strong reference, and the payload is the one of this type.
    Ok(unsafe { ObjectRef::from_raw(header) })
}

/// The header of a new object of a class, without its payload.
fn new_block(class: &'static Class) -> Result<NonNull<TVMFFIObject>> {
    let type_index = class.type_index()?;
    let block = class.block;
    // SAFETY: the block has a header, so that its size is not zero.
    let Some(start) = NonNull::new(unsafe { alloc(block.layout) }) else {
        return Err(out_of_memory(class, block.layout.size()));
    };
    // SAFETY: the header lies in the block.
    let header = unsafe { start.add(block.header) }.cast::<TVMFFIObject>();
    // SAFETY: the block has room for the front before the header.
    let front = unsafe { header.cast::<Front>().sub(1) };
    // SAFETY: the place is in the block, and aligned because the header is.
    unsafe {
        front.write(Front {
            class,
            python: AtomicPtr::default(),
            borrow: 0,
            space: TVMFFIObjectAllocHeader { delete_space: None },
        })
    };
    // SAFETY: the place is in the block, and aligned.
    unsafe { header.write(new_header(type_index, delete_object)) };
    Ok(header)
}

fn out_of_memory(class: &'static Class, size: usize) -> Error {
    Error::new(ErrorKind::MemoryError, format!("no memory for a {} of {size} bytes", key(class)))
}

/// Destroys the payload of an object, frees its memory, or both, by the flags.
///
/// All objects that this library makes have this deleter, and no others do: [`class_of`] relies on it. A compiler or a linker may merge
/// functions that do the same. This one drops in the thread's list of deferred drops, a variable of this copy of the crate, and variables are
/// never merged. So what might be merged with it uses the same variable, and is of the same copy.
///
/// # Safety
///
/// The reference counts call it as the deleter of an object that this library made.
#[inline(never)]
unsafe extern "C" fn delete_object(object: *mut c_void, flags: c_int) {
    // SAFETY: a deleter is called with the header of its object.
    let header = unsafe { NonNull::new_unchecked(object.cast::<TVMFFIObject>()) };
    // SAFETY: this library made the object, whose memory was not freed yet.
    let class = unsafe { front_class(header) };
    if flags & DeleterFlag::STRONG != 0
        && let Some(drop_payload) = class.drop_payload
        // SAFETY: the caller's contract; the function is that of the object's class.
        && !unsafe { drop_or_defer_object(header, flags, drop_payload) }
    {
        return;
    }
    if flags & DeleterFlag::WEAK != 0 {
        // SAFETY: the header lies that far from the start of its block.
        let start = unsafe { header.byte_sub(class.block.header) };
        // SAFETY: the block was allocated with this layout, and there is no reference to it any more.
        unsafe { dealloc(start.as_ptr().cast(), class.block.layout) };
    }
}

/// The class of an object, if this library made the object.
///
/// Only the deleter shows that: the runtime itself makes objects of Python's subclasses, with another payload and without a front.
///
/// # Safety
///
/// Object validity.
#[inline]
pub(crate) unsafe fn class_of(object: NonNull<TVMFFIObject>) -> Option<&'static Class> {
    // SAFETY: the header is live by contract, and its deleter never changes.
    let deleter = unsafe { (*object.as_ptr()).deleter }?;
    // SAFETY: only objects of this library have this deleter.
    core::ptr::fn_addr_eq(deleter, delete_object as TVMFFIObjectDeleter)
        .then(|| unsafe { front_class(object) })
}

/// Where a Python module keeps the instance that refers to an object, without a reference. `None` of an object of another library.
///
/// # Safety
///
/// Object validity for `'a`.
pub unsafe fn python_instance<'a>(object: NonNull<TVMFFIObject>) -> Option<&'a AtomicPtr<c_void>> {
    // SAFETY: the caller's contract.
    unsafe { class_of(object) }?;
    // SAFETY: this library made the object, so it has a front before its header.
    let front = unsafe { object.cast::<Front>().sub(1) };
    // SAFETY: as above.
    let place = unsafe { &raw const (*front.as_ptr()).python };
    // SAFETY: as above; other fields may change meanwhile, this one is atomic.
    Some(unsafe { &*place })
}

/// The class in the front of an object.
///
/// # Safety
///
/// This library made the object, and its memory was not freed yet.
#[inline]
unsafe fn front_class(object: NonNull<TVMFFIObject>) -> &'static Class {
    // SAFETY: such an object has a front before its header.
    let front = unsafe { object.cast::<Front>().sub(1) };
    // SAFETY: the class was written when the object was made, and never changes.
    unsafe { (*front.as_ptr()).class }
}

/// The function that drops a payload of type `T`, if that does anything.
pub(crate) const fn payload_drop<T>() -> Option<unsafe fn(NonNull<TVMFFIObject>)> {
    if core::mem::needs_drop::<T>() { Some(drop_payload::<T>) } else { None }
}

/// # Safety
///
/// The object is of type `T`, and its payload is not used any more.
unsafe fn drop_payload<T>(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract.
    let payload = unsafe { payload::<T>(object) };
    // SAFETY: the caller's contract.
    unsafe { payload.drop_in_place() };
}
