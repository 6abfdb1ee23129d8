//! Values that are dropped because the last reference to them was in a value that is dropped.
//!
//! A chain of objects, or of closures that own functions, would take stack frames for each of its links, however long it is. So below
//! some depth a value waits until the first of those that are being dropped on this thread is done. The values wait in a list
//! that needs no memory of its own: each has a place for its link.

use core::cell::Cell;
use core::ffi::c_int;
use core::ptr::NonNull;

use crate::abi::{DeleterFlag, TVMFFIObject};
use crate::object_ref::{dec_weak, delete, inc_weak};
use crate::panic::guarded;

/// This many values are dropped inside each other.
const DEPTH: u32 = 32;

/// What is being dropped on a thread. It needs no destructor, so that it is there as long as the thread is.
struct Thread {
    depth: Cell<u32>,
    waiting: Cell<Option<NonNull<Waiting>>>,
}

std::thread_local! {
    static THREAD: Thread = const { Thread { depth: Cell::new(0), waiting: Cell::new(None) } };
}

/// The link of a value that waits to be dropped, in a place that belongs to the value.
#[repr(C)]
pub(crate) struct Waiting {
    next: Option<NonNull<Waiting>>,
    /// Drops the value; called with the place of this link.
    resume: unsafe fn(NonNull<Waiting>),
}

/// Drops a value with `drop_now`, or lets it wait at `place` until `resume` is called with that. Gives whether the value was
/// dropped.
///
/// # Safety
///
/// Nothing else uses the value. If it has to wait, `place` is valid for writes and stays so until `resume` is called, which may be
/// done on this thread, once.
pub(crate) unsafe fn end(
    place: NonNull<Waiting>,
    resume: unsafe fn(NonNull<Waiting>),
    drop_now: &mut dyn FnMut(),
) -> bool {
    THREAD.with(|thread| {
        let depth = thread.depth.get();
        if depth >= DEPTH {
            let waiting = Waiting { next: thread.waiting.replace(Some(place)), resume };
            // SAFETY: the caller's contract.
            unsafe { place.write(waiting) };
            return false;
        }
        thread.depth.set(depth + 1);
        guarded(drop_now);
        if depth == 0 {
            thread.end_all();
        }
        thread.depth.set(depth);
        true
    })
}

impl Thread {
    /// Drops the values that wait, and those that begin to wait meanwhile.
    fn end_all(&self) {
        while let Some(place) = self.waiting.get() {
            // SAFETY: `end` has written it.
            let Waiting { next, resume } = unsafe { place.read() };
            self.waiting.set(next);
            // SAFETY: the contract of `end`.
            unsafe { resume(place) };
        }
    }
}

/// Runs `drop_payload` on an object. `false` if the object waits for that: then its deleter is called again, and until then nothing
/// of the object goes away.
///
/// # Safety
///
/// Called from the deleter of the object, which was made by this library, with the flags that the deleter was called with, the
/// strong phase among them. `drop_payload` can be called with the object.
pub(crate) unsafe fn end_object(
    object: NonNull<TVMFFIObject>,
    flags: c_int,
    drop_payload: unsafe fn(NonNull<TVMFFIObject>),
) -> bool {
    let frees = flags & DeleterFlag::WEAK != 0;
    let resume = if frees { resume_both } else { resume_strong };
    // SAFETY: an object of ours has a front before its header.
    let place = unsafe { object.cast::<Waiting>().sub(1) };
    // SAFETY: the caller's contract.
    let mut drop_now = || unsafe { drop_payload(object) };
    // SAFETY: there is no strong reference, holders of weak ones look at nothing but the counts, and until `resume` a weak
    // reference keeps the memory: the one taken below, or the strong ones' common one.
    let ended = unsafe { end(place, resume, &mut drop_now) };
    if !ended && !frees {
        // The last weak reference may go before the payload does.
        // SAFETY: the strong references' common weak reference is given up after the deleter was called.
        unsafe { inc_weak(object) };
    }
    ended
}

/// The object that waits at a place.
///
/// # Safety
///
/// `end_object` has put it there.
unsafe fn waiting_object(place: NonNull<Waiting>) -> NonNull<TVMFFIObject> {
    // SAFETY: the place is right before the header.
    unsafe { place.add(1) }.cast()
}

/// # Safety
///
/// Called once for an object that `end_object` postponed, whose deleter frees the memory too.
unsafe fn resume_both(place: NonNull<Waiting>) {
    // SAFETY: the caller's contract.
    let object = unsafe { waiting_object(place) };
    // SAFETY: the deleter was called with these flags, and did nothing.
    unsafe { delete(object, DeleterFlag::BOTH) };
}

/// # Safety
///
/// The same for one whose memory is freed with the last weak reference.
unsafe fn resume_strong(place: NonNull<Waiting>) {
    // SAFETY: the caller's contract.
    let object = unsafe { waiting_object(place) };
    // SAFETY: as in `resume_both`.
    unsafe { delete(object, DeleterFlag::STRONG) };
    // SAFETY: `end_object` has taken this reference.
    unsafe { dec_weak(object) };
}
