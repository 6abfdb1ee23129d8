//! Deferred drops of long chains of objects, or of closures that own functions, so that a drop cannot overflow the stack.
//!
//! A value that is dropped may own the last reference to another value, and so on. Below some depth, a value is put in a list of the thread
//! instead, and dropped once the outermost drop is done. The list needs no memory of its own: each value has room for its link.

use core::cell::Cell;
use core::ffi::c_int;
use core::ptr::NonNull;

use crate::abi::{DeleterFlag, TVMFFIObject};
use crate::object_ref::{dec_weak, delete, inc_weak};
use crate::panic::guarded;

/// Drops that are nested more deeply are deferred.
const DEPTH: u32 = 32;

/// The drops of a thread. It has no destructor, so that it lives as long as its thread.
struct Thread {
    depth: Cell<u32>,
    deferred: Cell<Option<NonNull<Link>>>,
}

std::thread_local! {
    static THREAD: Thread = const { Thread { depth: Cell::new(0), deferred: Cell::new(None) } };
}

/// The link of a value whose drop is deferred, in memory of the value.
#[repr(C)]
pub(crate) struct Link {
    next: Option<NonNull<Link>>,
    /// Drops the value; called with the address of this link.
    resume: unsafe fn(NonNull<Link>),
}

/// Drops a value with `drop_now`, or defers that until `resume` is called with `place`. Returns whether the value was dropped.
///
/// # Safety
///
/// Nothing else uses the value. If the drop is deferred, `place` is valid for writes until `resume` is called, which happens once, on this
/// thread.
pub(crate) unsafe fn drop_or_defer(
    place: NonNull<Link>,
    resume: unsafe fn(NonNull<Link>),
    drop_now: &mut dyn FnMut(),
) -> bool {
    THREAD.with(|thread| {
        let depth = thread.depth.get();
        if depth >= DEPTH {
            let link = Link { next: thread.deferred.replace(Some(place)), resume };
            // SAFETY: the caller's contract.
            unsafe { place.write(link) };
            return false;
        }
        thread.depth.set(depth + 1);
        guarded(drop_now);
        if depth == 0 {
            thread.drop_deferred();
        }
        thread.depth.set(depth);
        true
    })
}

impl Thread {
    /// Drops the values in the list, and those that are added meanwhile.
    fn drop_deferred(&self) {
        while let Some(place) = self.deferred.get() {
            // SAFETY: `drop_or_defer` has written it.
            let Link { next, resume } = unsafe { place.read() };
            self.deferred.set(next);
            // SAFETY: the contract of `drop_or_defer`.
            unsafe { resume(place) };
        }
    }
}

/// Runs `drop_payload` on an object, or defers that. `false` if it is deferred: then the deleter is called again, and the memory of the
/// object lives until then.
///
/// # Safety
///
/// Called from the deleter of the object, which was made by this library, with the flags that the deleter was called with, the
/// strong phase among them. `drop_payload` can be called with the object.
pub(crate) unsafe fn drop_or_defer_object(
    object: NonNull<TVMFFIObject>,
    flags: c_int,
    drop_payload: unsafe fn(NonNull<TVMFFIObject>),
) -> bool {
    let frees = flags & DeleterFlag::WEAK != 0;
    let resume = if frees { resume_both } else { resume_strong };
    // SAFETY: an object made here has a front before its header.
    let place = unsafe { object.cast::<Link>().sub(1) };
    // SAFETY: the caller's contract.
    let mut drop_now = || unsafe { drop_payload(object) };
    // SAFETY: there is no strong reference, holders of weak ones look at nothing but the counts, and until `resume` a weak
    // reference keeps the memory: the one taken below, or the strong ones' common one.
    let dropped = unsafe { drop_or_defer(place, resume, &mut drop_now) };
    if !dropped && !frees {
        // The last weak reference may go before the payload does.
        // SAFETY: the strong references' common weak reference is given up after the deleter was called.
        unsafe { inc_weak(object) };
    }
    dropped
}

/// The object that has a link.
///
/// # Safety
///
/// `drop_or_defer_object` has put the link there.
unsafe fn deferred_object(place: NonNull<Link>) -> NonNull<TVMFFIObject> {
    // SAFETY: the place is right before the header.
    unsafe { place.add(1) }.cast()
}

/// # Safety
///
/// Called once for an object that `drop_or_defer_object` deferred, whose deleter frees the memory too.
unsafe fn resume_both(place: NonNull<Link>) {
    // SAFETY: the caller's contract.
    let object = unsafe { deferred_object(place) };
    // SAFETY: the deleter was called with these flags, and did nothing.
    unsafe { delete(object, DeleterFlag::BOTH) };
}

/// # Safety
///
/// The same for one whose memory is freed with the last weak reference.
unsafe fn resume_strong(place: NonNull<Link>) {
    // SAFETY: the caller's contract.
    let object = unsafe { deferred_object(place) };
    // SAFETY: as in `resume_both`.
    unsafe { delete(object, DeleterFlag::STRONG) };
    // SAFETY: `drop_or_defer_object` has taken this reference.
    unsafe { dec_weak(object) };
}
