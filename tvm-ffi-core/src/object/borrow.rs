//! Run-time borrows of `mutable` objects, as `RefCell` has them.
//!
//! Several callers may read such an object at a time, or one may change it. A word before the object's header holds the borrow state.
//! A conflict with a borrow of the same thread is an error at once, since the thread would wait for itself. A caller waits for another
//! thread, up to a bound. A waiting caller goes before those that come later.
//!
//! - [`Shared`] and [`Exclusive`] hold the borrow of an argument during a call;
//! - [`Brief`] lasts for moments in which no foreign code runs;
//! - [`Borrow`] and [`BorrowMut`] are the guards for Rust code;
//! - [`Refusal`] is why an object could not be borrowed.

mod guard;
mod refusal;
mod thread;
mod wait;
mod word;

use core::marker::PhantomData;
use core::num::NonZero;
use core::ptr::NonNull;

pub use guard::{Borrow, BorrowMut};
pub use refusal::{BorrowError, Refusal};
pub use thread::{HoldsGil, enter_gil};
pub(crate) use word::{WORD_BEFORE_HEADER, is_free};

use self::wait::borrow_slowly;
use self::word::{Mode, remove, try_add, word};
use crate::abi::TVMFFIObject;
use crate::object_ref::ObjectRef;

/// A shared borrow that may last, held in the list of its thread. The default holds nothing.
#[derive(Debug, Default)]
pub struct Shared {
    /// Marked with [`KEPT`] if the holder also owns a reference to the object.
    object: Option<NonNull<TVMFFIObject>>,
    /// Not `Send`: it is in the list of one thread.
    marker: PhantomData<*mut ()>,
}

/// Added to the address of an object to which the holder owns a reference. The list has no such address, so that releasing other
/// borrows needs no test for it.
const KEPT: usize = 1;

/// Takes a shared borrow into a holder, which keeps the object alive. `false` if that fails; [`Refusal::take`] says why.
///
/// # Safety
///
/// Borrow word: this library made the object, of a `mutable` class; and Object validity.
pub unsafe fn share(object: NonNull<TVMFFIObject>, holder: &mut Shared) -> bool {
    // SAFETY: the caller's contract; the reference below outlives the borrow.
    let shared = unsafe { share_argument(object, holder) };
    if shared {
        // SAFETY: Object validity.
        let kept = unsafe { ObjectRef::from_borrowed(object) }.into_raw();
        holder.object = Some(kept.map_addr(|address| address | KEPT));
    }
    shared
}

/// Takes a shared borrow of an object that outlives the holder, as an argument of a call does.
///
/// # Safety
///
/// As for [`share`], and the object lives until the holder is dropped or used again.
#[inline(always)]
pub unsafe fn share_argument(object: NonNull<TVMFFIObject>, holder: &mut Shared) -> bool {
    holder.release();
    // SAFETY: the caller's contract.
    if !unsafe { borrow(object, Mode::Shared, false) } {
        return false;
    }
    thread::list(object.addr().get());
    holder.object = Some(object);
    true
}

/// Borrows an object, and waits for other threads if necessary. `false` if that fails; the thread keeps the reason.
///
/// # Safety
///
/// Borrow word.
#[inline(always)]
unsafe fn borrow(object: NonNull<TVMFFIObject>, mode: Mode, brief: bool) -> bool {
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    // SAFETY: the caller's contract.
    try_add(word, mode) || unsafe { borrow_slowly(object, mode, brief) }
}

impl Shared {
    /// Ends the borrow, if there is one.
    #[inline(always)]
    fn release(&mut self) {
        let Some(object) = self.object.take() else { return };
        if !thread::unlist_last(object.addr().get()) {
            // SAFETY: the object was borrowed, and is not used again.
            return unsafe { release_slowly(object) };
        }
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the holder by contract.
        remove(unsafe { word(object) }, Mode::Shared.part());
    }
}

/// Ends a borrow that is not the last one in the list, or whose holder owns a reference.
///
/// # Safety
///
/// The caller took `object` out of a holder.
#[cold]
#[inline(never)]
unsafe extern "C" fn release_slowly(object: NonNull<TVMFFIObject>) {
    let kept = object.addr().get() & KEPT != 0;
    // SAFETY: no object has address 0.
    let object = object.map_addr(|address| unsafe { NonZero::new_unchecked(address.get() & !KEPT) });
    thread::unlist(object.addr().get());
    // SAFETY: Borrow word: the object was borrowed, and lives as long as the holder, by contract or because of the reference.
    remove(unsafe { word(object) }, Mode::Shared.part());
    if kept {
        // SAFETY: the holder owned the reference. It is dropped after the borrow ended: the drop may run foreign code.
        drop(unsafe { ObjectRef::from_raw(object) });
    }
}

impl Drop for Shared {
    #[inline(always)]
    fn drop(&mut self) {
        self.release();
    }
}

/// An exclusive borrow. The default holds nothing.
#[derive(Debug, Default)]
pub struct Exclusive {
    object: Option<NonNull<TVMFFIObject>>,
    /// What the borrow added to the word.
    part: u64,
    /// Not `Send`: the word has the id of one thread.
    marker: PhantomData<*mut ()>,
}

/// Takes an exclusive borrow into a holder. `false` if that fails; [`Refusal::take`] says why.
///
/// # Safety
///
/// As for [`share_argument`].
#[inline(always)]
pub unsafe fn exclude(object: NonNull<TVMFFIObject>, holder: &mut Exclusive) -> bool {
    holder.release();
    let mode = Mode::Exclusive(thread::id());
    // SAFETY: the caller's contract.
    if !unsafe { borrow(object, mode, false) } {
        return false;
    }
    (holder.object, holder.part) = (Some(object), mode.part());
    true
}

impl Exclusive {
    /// Ends the borrow, if there is one.
    #[inline(always)]
    fn release(&mut self) {
        let Some(object) = self.object.take() else { return };
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the holder by contract.
        remove(unsafe { word(object) }, self.part);
    }
}

impl Drop for Exclusive {
    #[inline(always)]
    fn drop(&mut self) {
        self.release();
    }
}

/// A borrow for a moment in which no foreign code runs and the thread borrows nothing else, so that it does not need the list or the id of
/// the thread. Its thread holds the GIL, as in an access to a field.
#[derive(Debug)]
pub struct Brief {
    object: NonNull<TVMFFIObject>,
    part: u64,
}

impl Brief {
    /// Borrows the object, to copy a field that is plain data. `None` if that fails; [`Refusal::take`] says why.
    ///
    /// # Safety
    ///
    /// Borrow word, Object validity, and the object lives until the borrow is dropped.
    #[inline(always)]
    pub unsafe fn shared(object: NonNull<TVMFFIObject>) -> Option<Self> {
        // SAFETY: the caller's contract.
        unsafe { borrow(object, Mode::Shared, true) }.then(|| Self { object, part: Mode::Shared.part() })
    }

    /// Borrows the object if it can do so without waiting. Otherwise no reason is kept.
    ///
    /// # Safety
    ///
    /// As for [`shared`](Self::shared).
    #[inline(always)]
    pub unsafe fn shared_at_once(object: NonNull<TVMFFIObject>) -> Option<Self> {
        // SAFETY: the caller's contract.
        try_add(unsafe { word(object) }, Mode::Shared).then(|| Self { object, part: Mode::Shared.part() })
    }

    /// Borrows the object to replace a field. The caller drops the old value after the borrow: its drop may run foreign code.
    ///
    /// # Safety
    ///
    /// As for [`shared`](Self::shared).
    #[inline(always)]
    pub unsafe fn exclusive(object: NonNull<TVMFFIObject>) -> Option<Self> {
        let mode = Mode::Exclusive(0);
        // SAFETY: the caller's contract.
        unsafe { borrow(object, mode, true) }.then(|| Self { object, part: mode.part() })
    }
}

impl Drop for Brief {
    #[inline(always)]
    fn drop(&mut self) {
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the borrow by contract.
        remove(unsafe { word(self.object) }, self.part);
    }
}

#[cfg(test)]
mod tests;
