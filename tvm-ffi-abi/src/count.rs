//! The counts of an object's references.
//!
//! A handle points to a [`TVMFFIObject`] header: strong and weak count, type index, deleter. All strong references
//! together hold one weak reference; the payload is destroyed with the last strong one, the memory freed with the last
//! weak one. The protocol is that of the C++ headers, so all parties update the counts by inline atomics.

use core::ffi::c_void;
use core::ptr::NonNull;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::{DeleterFlag, TVMFFIObject};

mod word;

pub use word::{
    BOTH_ONE, Last, LastStrong, STRONG_MASK, STRONG_ONE, WEAK_ONE, add_strong, add_weak, release_strong,
    release_weak, upgrade,
};

/// The counts of an object.
///
/// # Safety
///
/// Object validity, for as long as the reference is used.
#[inline(always)]
pub unsafe fn counts<'a>(object: NonNull<TVMFFIObject>) -> &'a AtomicU64 {
    // SAFETY: the header is live by contract, and the place is inside it.
    let place = unsafe { &raw mut (*object.as_ptr()).combined_ref_count };
    // SAFETY: the place is aligned and live by contract, and every party accesses it atomically.
    unsafe { AtomicU64::from_ptr(place) }
}

/// Takes one more strong reference.
///
/// # Safety
///
/// Object validity.
#[inline(always)]
pub unsafe fn inc_ref(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract.
    let before = add_strong(unsafe { counts(object) });
    // The sign of the low half.
    if (before as i32) < 0 {
        too_many_references();
    }
}

/// Takes one more strong reference to an object that was found in a container which other threads might be changing. `false` if the
/// object is not of this type index, or its count cannot be that of an object that is alive.
///
/// Where the container was changed, the object may have been freed. Then the header is read from freed memory, and the answer is
/// probably `false`, but no more than that.
///
/// # Safety
///
/// Object validity, as long as no other thread changes the container.
pub unsafe fn try_inc_ref(object: NonNull<TVMFFIObject>, type_index: i32) -> bool {
    // SAFETY: the caller's contract.
    if unsafe { (*object.as_ptr()).type_index } != type_index {
        return false;
    }
    let one_more = |word: u64| {
        let strong = word & STRONG_MASK;
        (1..STRONG_MASK / 2).contains(&strong).then(|| word + STRONG_ONE)
    };
    // SAFETY: the caller's contract. Relaxed suffices: the container holds a reference already.
    unsafe { counts(object) }.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).is_ok()
}

/// Takes one more strong reference for as long as a frame of the stack lasts. There are never so many frames that a count overflows.
///
/// # Safety
///
/// Object validity.
#[inline(always)]
pub unsafe fn inc_ref_of_frame(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract.
    add_strong(unsafe { counts(object) });
}

/// Takes one more weak reference.
///
/// # Safety
///
/// The caller holds a reference of either kind.
#[inline]
pub unsafe fn inc_weak(object: NonNull<TVMFFIObject>) {
    // SAFETY: a reference of either kind keeps the header.
    let before = add_weak(unsafe { counts(object) });
    if before.cast_signed() < 0 {
        too_many_references();
    }
}

/// Takes a strong reference to an object, if there is another one.
///
/// # Safety
///
/// The memory of the object is kept, by a weak reference or because its deleter has not given up that of the strong ones.
#[inline]
pub unsafe fn try_upgrade(object: NonNull<TVMFFIObject>) -> bool {
    // SAFETY: the header is part of the memory.
    let Some(before) = upgrade(unsafe { counts(object) }) else { return false };
    if (before as i32) < 0 {
        too_many_references();
    }
    true
}

/// Ends the process before a count wraps around, which would free an object that is in use. A program gets there only by
/// forgetting two thousand million references, as with [`std::sync::Arc`].
#[cold]
#[inline(never)]
pub fn too_many_references() -> ! {
    // `eprintln!` panics where the message cannot be written, and code that catches the panic would go on with the count.
    let _ =
        std::io::Write::write_all(&mut std::io::stderr(), b"tvm-ffi: an object has too many references\n");
    std::process::abort();
}

/// Gives up one strong reference; the last one destroys the object.
///
/// # Safety
///
/// Object validity, and the caller owns the reference, which it does not use again.
#[inline(always)]
pub unsafe fn dec_ref(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller's contract.
    if let Some(last) = release_strong(unsafe { counts(object) }) {
        // SAFETY: the caller's reference was the last strong one.
        unsafe { end(object, last) };
    }
}

/// Ends an object with the last strong reference to it.
#[inline]
unsafe fn end(object: NonNull<TVMFFIObject>, last: LastStrong) {
    match last.ends() {
        // SAFETY: no reference of either kind is left.
        Last::Both => unsafe { delete(object, DeleterFlag::BOTH) },
        // SAFETY: no strong reference is left, and the strong ones' weak reference has not been given up.
        Last::Strong => unsafe { release_payload(object) },
    }
}

#[cold]
#[inline(never)]
unsafe fn release_payload(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller found no strong reference left.
    unsafe { delete(object, DeleterFlag::STRONG) };
    // SAFETY: the strong references' common weak reference is given up here, once.
    unsafe { dec_weak(object) };
}

/// Gives up one weak reference; the last one frees the memory.
///
/// # Safety
///
/// The caller owns the reference, which it does not use again.
pub unsafe fn dec_weak(object: NonNull<TVMFFIObject>) {
    // SAFETY: the caller owns a weak reference, so the header is live.
    if release_weak(unsafe { counts(object) }) {
        // SAFETY: no reference of either kind is left, and the payload is gone.
        unsafe { delete(object, DeleterFlag::WEAK) };
    }
}

/// Runs the deleter, where there is one.
///
/// # Safety
///
/// The object has no reference of the kind that the phase ends, and nothing uses what the deleter drops or frees then.
#[inline]
pub unsafe fn delete(object: NonNull<TVMFFIObject>, phase: i32) {
    // SAFETY: the header is live until the deleter frees it.
    let deleter = unsafe { (*object.as_ptr()).deleter };
    if let Some(deleter) = deleter {
        // SAFETY: the caller found the counts of this phase.
        unsafe { deleter(object.as_ptr().cast(), phase) };
    }
}

/// A header for an object made here, with one strong reference.
#[inline]
pub fn new_header(
    type_index: i32,
    deleter: unsafe extern "C" fn(*mut c_void, core::ffi::c_int),
) -> TVMFFIObject {
    TVMFFIObject { combined_ref_count: BOTH_ONE, type_index, __padding: 0, deleter: Some(deleter) }
}
