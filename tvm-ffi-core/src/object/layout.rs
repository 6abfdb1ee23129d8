//! The memory layout of objects that this library makes.
//!
//! One block: padding, the borrow word, the word that the ABI reserves for a function that frees the block, the header, and
//! the payload. The payload always follows the header directly. So the header only has the alignment of its own fields, and the
//! padding at the start aligns the payload.

use core::alloc::Layout;
use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use std::alloc::{alloc, dealloc};

use super::borrow::WORD_BEFORE_HEADER;
use super::typed::ObjectType;
use crate::abi::{DeleterFlag, TVMFFIObject, TVMFFIObjectAllocHeader};
use crate::deferred_drop::{Link, drop_or_defer_object};
use crate::description::{Class, key};
use crate::error::{Error, ErrorKind, Result};
use crate::object_ref::{ObjectRef, new_header};

/// The words before the header of every object that this library makes.
#[repr(C)]
pub(super) struct Front {
    /// The borrow state of a mutable object: zero while it is not borrowed. Zero for immutable objects.
    borrow: u64,
    /// NULL: the deleter frees the block.
    space: TVMFFIObjectAllocHeader,
}

// The link of an object takes the place of the front, which is only used while the object lives.
const _: () = assert!(size_of::<Link>() == size_of::<Front>() && align_of::<Link>() <= align_of::<Front>());

const _: () = assert!(size_of::<Front>() - core::mem::offset_of!(Front, borrow) == WORD_BEFORE_HEADER);

/// The block of an object with a payload of type `T`.
#[derive(Clone, Copy)]
struct Block {
    layout: Layout,
    /// From the start of the block to the header, in bytes.
    header: usize,
}

impl Block {
    const fn of<T>() -> Self {
        const HEADER: Layout = Layout::new::<TVMFFIObject>();
        let align = if align_of::<T>() > HEADER.align() { align_of::<T>() } else { HEADER.align() };
        let payload = (size_of::<Front>() + HEADER.size()).next_multiple_of(align);
        match Layout::from_size_align(payload + size_of::<T>(), align) {
            Ok(layout) => Self { layout, header: payload - HEADER.size() },
            Err(_) => panic!("the object is too large"),
        }
    }
}

/// The payload that follows a header.
///
/// # Safety
///
/// `object` points to the header of a block with a payload of type `T`.
#[inline(always)]
pub(crate) unsafe fn payload<T>(object: NonNull<TVMFFIObject>) -> NonNull<T> {
    // SAFETY: the payload follows the header in the same block.
    unsafe { object.add(1) }.cast()
}

/// A new object. An error if the class cannot be registered, or there is no memory.
#[inline]
pub(super) fn new_object<T: ObjectType>(value: T) -> Result<ObjectRef> {
    let header = new_block(T::class(), const { Block::of::<T>() })?;
    // SAFETY: the block has a payload of this type.
    let payload = unsafe { payload::<T>(header) };
    // SAFETY: the place is in the block, and aligned as `Block::of` computes.
    unsafe { payload.write(value) };
    // SAFETY: the header counts one strong reference, and the payload is the one of this type.
    Ok(unsafe { ObjectRef::from_raw(header) })
}

/// The header of a new object of a class, without its payload.
fn new_block(class: &'static Class, block: Block) -> Result<NonNull<TVMFFIObject>> {
    let type_index = class.type_index()?;
    // SAFETY: the block has a header, so that its size is not zero.
    let Some(start) = NonNull::new(unsafe { alloc(block.layout) }) else {
        return Err(out_of_memory(class, block.layout.size()));
    };
    // SAFETY: the header lies in the block.
    let header = unsafe { start.add(block.header) }.cast::<TVMFFIObject>();
    // SAFETY: the block has room for the front before the header.
    let front = unsafe { header.cast::<Front>().sub(1) };
    // SAFETY: the place is in the block, and aligned because the header is.
    unsafe { front.write(Front { borrow: 0, space: TVMFFIObjectAllocHeader { delete_space: None } }) };
    // SAFETY: the place is in the block, and aligned.
    unsafe { header.write(new_header(type_index, class.deleter)) };
    Ok(header)
}

#[cold]
#[inline(never)]
fn out_of_memory(class: &'static Class, size: usize) -> Error {
    Error::new(ErrorKind::MemoryError, format!("no memory for a {} of {size} bytes", key(class)))
}

/// Destroys the payload of an object, frees its memory, or both, by the flags.
///
/// # Safety
///
/// The reference counts call it as the deleter of an object of exactly type `T` that this library made.
#[inline(always)]
pub unsafe fn delete_object<T: ObjectType>(object: *mut c_void, flags: c_int) {
    // The address of a deleter identifies its class, so the compiler must not merge the deleters of two classes that do the
    // same. It does not, because each names its class.
    core::hint::black_box(T::class());
    // SAFETY: a deleter is called with the header of its object.
    let header = unsafe { NonNull::new_unchecked(object.cast::<TVMFFIObject>()) };
    let drops = flags & DeleterFlag::STRONG != 0 && core::mem::needs_drop::<T>();
    // SAFETY: the caller's contract; the object is of this type.
    if drops && !unsafe { drop_or_defer_object(header, flags, drop_payload::<T>) } {
        return;
    }
    if flags & DeleterFlag::WEAK != 0 {
        let block = const { Block::of::<T>() };
        // SAFETY: the header lies that far from the start of its block.
        let start = unsafe { header.byte_sub(block.header) };
        // SAFETY: the block was allocated with this layout, and there is no reference to it any more.
        unsafe { dealloc(start.as_ptr().cast(), block.layout) };
    }
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
