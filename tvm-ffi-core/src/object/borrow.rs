//! Run-time borrows of `mutable` objects, as `RefCell` has them.
//!
//! Several callers may read such an object at a time, or one may change it. A word before the object's header holds the borrow state.
//! A conflict with a borrow of the same thread is an error at once, since the thread would wait for itself. A caller waits for another
//! thread, up to a bound. A waiting caller goes before those that come later.
//!
//! - [`Held`] is a borrow; [`Shared`] and [`Exclusive`] hold that of an argument during a call;
//! - [`Borrow`] and [`BorrowMut`] are the guards for Rust code;
//! - [`Refusal`] is why an object could not be borrowed.

mod guard;
mod refusal;
mod thread;
mod wait;
mod word;

use core::ptr::NonNull;

pub use guard::{Borrow, BorrowMut};
pub use refusal::{BorrowError, Refusal};
pub(crate) use word::{Mode, WORD_BEFORE_HEADER, is_free};

use self::wait::borrow_slowly;
use self::word::{remove, try_add, word};
use crate::abi::TVMFFIObject;
use crate::object_ref::ObjectRef;

/// A borrow of an object, in the list of its thread. The pointer keeps it on that thread.
#[derive(Debug)]
pub struct Held {
    object: NonNull<TVMFFIObject>,
    mode: Mode,
}

impl Held {
    /// Borrows an object, and waits for other threads if necessary.
    ///
    /// # Safety
    ///
    /// Borrow word: this library made the object, of a `mutable` class. The object lives until the borrow is dropped.
    #[inline]
    pub(crate) unsafe fn new(object: NonNull<TVMFFIObject>, mode: Mode) -> Result<Self, Refusal> {
        // SAFETY: the caller's contract.
        if !try_add(unsafe { word(object) }, mode) {
            // SAFETY: the caller's contract.
            unsafe { borrow_slowly(object, mode) }?;
        }
        thread::list(object, mode);
        Ok(Self { object, mode })
    }

    /// The same, with the reason kept for [`Refusal::take`].
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    #[inline]
    pub(crate) unsafe fn or_keep(object: NonNull<TVMFFIObject>, mode: Mode) -> Option<Self> {
        // SAFETY: the caller's contract.
        unsafe { Self::new(object, mode) }.map_err(Refusal::keep).ok()
    }
}

/// Reads an object under a shared borrow, if it can have one without waiting. No other code runs meanwhile, so the borrow is in no list.
///
/// # Safety
///
/// Borrow word: this library made the object, of a `mutable` class. `read` does not panic, and borrows nothing.
#[inline]
pub(crate) unsafe fn read_at_once<R>(object: NonNull<TVMFFIObject>, read: impl FnOnce() -> R) -> Option<R> {
    // SAFETY: the caller's contract.
    let word = unsafe { word(object) };
    try_add(word, Mode::Shared).then(|| {
        let value = read();
        remove(word, Mode::Shared);
        value
    })
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        thread::unlist(self.object, self.mode);
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the borrow by contract.
        remove(unsafe { word(self.object) }, self.mode);
    }
}

/// A place for a shared borrow. The default holds nothing.
#[derive(Debug, Default)]
pub struct Shared {
    held: Option<Held>,
    /// The object, if the holder keeps it. This is dropped after the borrow, since the drop may run foreign code.
    kept: Option<ObjectRef>,
}

/// Takes a shared borrow into a holder, which keeps the object alive. `false` if that fails; [`Refusal::take`] says why.
///
/// # Safety
///
/// Borrow word: this library made the object, of a `mutable` class; and Object validity.
pub unsafe fn share(object: NonNull<TVMFFIObject>, holder: &mut Shared) -> bool {
    // SAFETY: the caller's contract; the reference below outlives the borrow.
    let shared = unsafe { share_argument(object, holder) };
    // SAFETY: Object validity.
    holder.kept = shared.then(|| unsafe { ObjectRef::from_borrowed(object) });
    shared
}

/// Takes a shared borrow of an object that outlives the holder, as an argument of a call does.
///
/// # Safety
///
/// As for [`share`], and the object lives until the holder is dropped or used again.
#[inline]
pub unsafe fn share_argument(object: NonNull<TVMFFIObject>, holder: &mut Shared) -> bool {
    // SAFETY: the caller's contract.
    *holder = Shared { held: unsafe { Held::or_keep(object, Mode::Shared) }, kept: None };
    holder.held.is_some()
}

/// A place for an exclusive borrow.
pub type Exclusive = Option<Held>;

/// Takes an exclusive borrow into a holder. `false` if that fails; [`Refusal::take`] says why.
///
/// # Safety
///
/// As for [`share_argument`].
#[inline]
pub unsafe fn exclude(object: NonNull<TVMFFIObject>, holder: &mut Exclusive) -> bool {
    *holder = None;
    // SAFETY: the caller's contract.
    *holder = unsafe { Held::or_keep(object, Mode::Exclusive) };
    holder.is_some()
}

#[cfg(test)]
mod tests;
