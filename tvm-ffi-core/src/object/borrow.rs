//! Borrows of objects that can be changed.
//!
//! Any number of callers may read such an object at a time, or one may change it. The state is a word in front of the object's header.
//! A conflict with a borrow of the same thread is refused at once: to wait for it would be to wait for oneself. With one of another
//! thread one waits, in line, up to a bound.
//!
//! - [`Shared`] and [`Exclusive`] hold the borrow of an argument during a call;
//! - [`BriefShared`] and [`BriefExclusive`] are for moments in which no foreign code runs;
//! - [`Borrow`] and [`BorrowMut`] are what Rust code borrows with;
//! - [`Refusal`] is why an object could not be borrowed.

mod guard;
mod refusal;
mod thread;
mod wait;
mod word;

use core::ffi::c_int;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::num::NonZero;
use core::ptr::NonNull;

pub use guard::{Borrow, BorrowMut};
pub use refusal::{BorrowError, Refusal};
pub use thread::{HoldsGil, enter_gil};
pub(crate) use word::{WORD_BEFORE_HEADER, is_free};

use self::wait::{borrow_slowly, wake};
use self::word::{Want, give_up, try_add, word};
use super::ObjectRef;
use crate::abi::TVMFFIObject;

/// A shared borrow that may last: the thread knows of it. By default it holds nothing.
#[derive(Debug, Default)]
pub struct Shared {
    /// Marked by [`KEPT`] where it has a reference to the object as well, which may outlive all others.
    object: Option<NonNull<TVMFFIObject>>,
    /// It belongs to the list of one thread.
    marker: PhantomData<*mut ()>,
}

/// Added to the address of an object that is kept. Such an address is on no list, so that most holders need no test for it.
const KEPT: usize = 1;

/// Takes a shared borrow into a holder, or leaves the reason why not, see [`Refusal::take`]. The holder keeps the object alive.
///
/// # Safety
///
/// Borrow word: the object was made by this library, of a class that can be changed; and Object validity.
pub unsafe fn share(object: NonNull<TVMFFIObject>, holder: &mut Shared) -> bool {
    // SAFETY: the caller's contract; the reference is taken below and outlives the borrow.
    let shared = unsafe { share_argument(object, holder) };
    if shared {
        // SAFETY: Object validity.
        let kept = unsafe { ObjectRef::from_borrowed(object) }.into_raw();
        holder.object = Some(kept.map_addr(|address| address | KEPT));
    }
    shared
}

/// The same for an object that outlives the holder, as an argument of a call does.
///
/// # Safety
///
/// As for [`share`], and the object lives until the holder is dropped or used again.
#[inline(always)]
pub unsafe fn share_argument(object: NonNull<TVMFFIObject>, holder: &mut Shared) -> bool {
    holder.release();
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    // SAFETY: the caller's contract.
    if !try_add(word, Want::Shared) && !unsafe { borrow_slowly(object, Want::Shared, false) } {
        return false;
    }
    thread::list(object.addr().get());
    holder.object = Some(object);
    true
}

impl Shared {
    /// Gives up the borrow, if there is one.
    #[inline(always)]
    fn release(&mut self) {
        let Some(object) = self.object.take() else { return };
        if !thread::unlist_last(object.addr().get()) {
            // SAFETY: the object was borrowed, and is not used again.
            return unsafe { release_slowly(object) };
        }
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the holder by contract.
        if give_up(unsafe { word(object) }, Want::Shared.part()) {
            wake(object.addr().get());
        }
    }
}

/// Gives up a borrow that is not the last one on the list, or whose object is kept.
///
/// # Safety
///
/// `object` is that of a holder, which has nothing any more.
#[cold]
#[inline(never)]
unsafe extern "C" fn release_slowly(object: NonNull<TVMFFIObject>) {
    let kept = object.addr().get() & KEPT != 0;
    // SAFETY: no object lies at address 0.
    let object = object.map_addr(|address| unsafe { NonZero::new_unchecked(address.get() & !KEPT) });
    thread::unlist(object.addr().get());
    // SAFETY: Borrow word: the object was borrowed, and lives as long as the holder by contract or because it is kept.
    if give_up(unsafe { word(object) }, Want::Shared.part()) {
        wake(object.addr().get());
    }
    if kept {
        // SAFETY: the reference was taken with the borrow, and is given up behind it: the drop may run foreign code.
        drop(unsafe { ObjectRef::from_raw(object) });
    }
}

impl Drop for Shared {
    #[inline(always)]
    fn drop(&mut self) {
        self.release();
    }
}

/// The only borrow of an object. By default it holds nothing.
#[derive(Debug, Default)]
pub struct Exclusive {
    object: Option<NonNull<TVMFFIObject>>,
    /// What it adds to the word of the object.
    part: u64,
    /// A refusal names its thread.
    marker: PhantomData<*mut ()>,
}

/// Takes the only borrow of an object into a holder, or leaves the reason why not, see [`Refusal::take`].
///
/// # Safety
///
/// As for [`share_argument`].
#[inline(always)]
pub unsafe fn exclude(object: NonNull<TVMFFIObject>, holder: &mut Exclusive) -> bool {
    holder.release();
    let want = Want::Exclusive(thread::id());
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    // SAFETY: the caller's contract.
    if !try_add(word, want) && !unsafe { borrow_slowly(object, want, false) } {
        return false;
    }
    (holder.object, holder.part) = (Some(object), want.part());
    true
}

impl Exclusive {
    /// Gives up the borrow, if there is one.
    #[inline(always)]
    fn release(&mut self) {
        let Some(object) = self.object.take() else { return };
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the holder by contract.
        if give_up(unsafe { word(object) }, self.part) {
            wake(object.addr().get());
        }
    }
}

impl Drop for Exclusive {
    #[inline(always)]
    fn drop(&mut self) {
        self.release();
    }
}

/// A borrow of one kind for a moment in which no foreign code runs, so that nobody on this thread meets it: who did would take it for
/// that of another thread, and wait. It costs no access to the state of the thread. Who makes one holds the GIL, as in an access to a
/// field.
macro_rules! brief {
    ($(#[$doc:meta])* $name:ident, $want:expr) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name(NonNull<TVMFFIObject>);

        impl $name {
            /// Borrows the object, or leaves the reason why not, see [`Refusal::take`].
            ///
            /// # Safety
            ///
            /// Borrow word, Object validity, and the object lives until the borrow is dropped.
            #[inline(always)]
            pub unsafe fn new(object: NonNull<TVMFFIObject>) -> Option<Self> {
                // SAFETY: the caller's contract.
                let word = unsafe { word(object) };
                // SAFETY: the caller's contract.
                let added = try_add(word, $want) || unsafe { borrow_slowly(object, $want, true) };
                if added { Some(Self(object)) } else { None }
            }
        }

        impl Drop for $name {
            #[inline(always)]
            fn drop(&mut self) {
                // SAFETY: Borrow word: the object was borrowed, and lives as long as the borrow by contract.
                if give_up(unsafe { word(self.0) }, $want.part()) {
                    wake(self.0.addr().get());
                }
            }
        }
    };
}

brief!(
    /// A shared borrow for a moment, to copy a field that is plain data.
    BriefShared,
    Want::Shared
);
brief!(
    /// The only borrow for a moment, to replace a field. The old value is dropped after the borrow: its drop may run foreign code.
    BriefExclusive,
    Want::Exclusive(0)
);

impl BriefShared {
    /// Borrows the object if nobody is in the way.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    #[inline(always)]
    pub unsafe fn at_once(object: NonNull<TVMFFIObject>) -> Option<Self> {
        // SAFETY: the caller's contract.
        if try_add(unsafe { word(object) }, Want::Shared) { Some(Self(object)) } else { None }
    }

    /// Gives up the borrow, as the last act of a function of the C API that succeeds.
    #[inline(always)]
    pub fn end(self) -> c_int {
        let object = ManuallyDrop::new(self).0;
        // SAFETY: as where it is dropped, which it is not.
        if give_up(unsafe { word(object) }, Want::Shared.part()) {
            return wake_and_succeed(object.addr().get());
        }
        0
    }
}

#[cold]
#[inline(never)]
extern "C" fn wake_and_succeed(address: usize) -> c_int {
    wake(address);
    0
}

#[cfg(test)]
mod tests;
