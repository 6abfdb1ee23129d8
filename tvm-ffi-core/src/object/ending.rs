//! Objects that end because the last reference to them was in one that ends.
//!
//! A chain of objects would take a stack frame for each of its links, however long it is. So below some depth objects wait until
//! the first of those that are ending on this thread is done with its fields. They wait in a list that needs no memory of its own.

use core::cell::Cell;
use core::ffi::c_int;
use core::ptr::NonNull;

use super::layout::Front;
use super::{dec_weak, delete, inc_weak};
use crate::abi::{DeleterFlag, TVMFFIObject};
use crate::export::panic::guarded;

/// So many objects end inside each other.
const DEPTH: u32 = 32;

/// What is ending on a thread. It needs no destructor, so that it is there as long as the thread is.
struct Thread {
    depth: Cell<u32>,
    waiting: Cell<Option<NonNull<TVMFFIObject>>>,
}

std::thread_local! {
    static THREAD: Thread = const { Thread { depth: Cell::new(0), waiting: Cell::new(None) } };
}

/// What stands in front of the header of an object that waits, in the place of what stood there while it lived.
#[repr(C)]
struct Waiting {
    next: Option<NonNull<TVMFFIObject>>,
    /// What the deleter was called with.
    flags: isize,
}

const _: () =
    assert!(size_of::<Waiting>() == size_of::<Front>() && align_of::<Waiting>() <= align_of::<Front>());

/// The place in front of a header.
///
/// # Safety
///
/// The object was made by this library.
unsafe fn place(object: NonNull<TVMFFIObject>) -> NonNull<Waiting> {
    // SAFETY: an object of ours has a front before its header.
    unsafe { object.cast::<Waiting>().sub(1) }
}

/// Runs `drop_payload` on an object. `false` if the object waits for that: then its deleter is called again, and until then nothing
/// of the object goes away.
///
/// # Safety
///
/// Called from the deleter of the object, which was made by this library, with the flags that the deleter was called with, the
/// strong phase among them. `drop_payload` can be called with the object.
pub(super) unsafe fn end(
    object: NonNull<TVMFFIObject>,
    flags: c_int,
    drop_payload: unsafe fn(NonNull<TVMFFIObject>),
) -> bool {
    THREAD.with(|thread| {
        let depth = thread.depth.get();
        if depth >= DEPTH {
            // SAFETY: the caller's contract.
            unsafe { thread.postpone(object, flags) };
            return false;
        }
        thread.depth.set(depth + 1);
        // SAFETY: the caller's contract.
        guarded(&mut || unsafe { drop_payload(object) });
        if depth == 0 {
            thread.end_all();
        }
        thread.depth.set(depth);
        true
    })
}

impl Thread {
    /// # Safety
    ///
    /// As for [`end`].
    unsafe fn postpone(&self, object: NonNull<TVMFFIObject>, flags: c_int) {
        if flags & DeleterFlag::WEAK == 0 {
            // The last weak reference may go before the payload does.
            // SAFETY: the strong references' common weak reference is given up after the deleter was called.
            unsafe { inc_weak(object) };
        }
        let waiting = Waiting { next: self.waiting.replace(Some(object)), flags: flags as isize };
        // SAFETY: the caller's contract.
        let place = unsafe { place(object) };
        // SAFETY: nobody has a strong reference, and holders of weak ones look at nothing but the counts.
        unsafe { place.write(waiting) };
    }

    /// Ends the objects that wait, and those that will wait meanwhile.
    fn end_all(&self) {
        while let Some(object) = self.waiting.get() {
            // SAFETY: what waits was made by this library.
            let place = unsafe { place(object) };
            // SAFETY: `postpone` has written it.
            let Waiting { next, flags } = unsafe { place.read() };
            self.waiting.set(next);
            // SAFETY: the deleter was called with these flags, and did nothing.
            unsafe { delete(object, flags as c_int) };
            if flags as c_int & DeleterFlag::WEAK == 0 {
                // SAFETY: `postpone` has taken this reference.
                unsafe { dec_weak(object) };
            }
        }
    }
}
