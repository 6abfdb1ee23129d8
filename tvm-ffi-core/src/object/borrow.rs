//! Run-time borrows of `mutable` objects, as `RefCell` has them.
//!
//! Several callers may read such an object at a time, or one may change it. A word before the object's header holds the borrow state.
//! A conflict with a borrow of the same thread is an error at once, since the thread would wait for itself. A caller waits for another
//! thread, up to a bound. A waiting caller goes before those that come later.
//!
//! - [`Held`] is a borrow; a [`Holder`] has that of an argument during a call;
//! - [`Borrow`] and [`BorrowMut`] are the guards for Rust code;
//! - [`Refusal`] is why an object could not be borrowed.

mod guard;
mod refusal;
mod thread;
mod wait;
mod word;

use core::marker::PhantomData;
use core::ptr::NonNull;

pub use guard::{Borrow, BorrowMut};
pub use refusal::{BorrowError, Refusal};
pub(crate) use word::{Mode, WORD_BEFORE_HEADER};

use self::wait::borrow_slowly;
use self::word::{remove, try_add, word};
use crate::abi::TVMFFIObject;
use crate::object_ref::ObjectRef;

/// A borrow of an object, in the list of its thread. It keeps the object alive.
#[derive(Debug)]
pub struct Held {
    /// This is dropped after the borrow, since the drop may run foreign code.
    object: ObjectRef,
    mode: Mode,
    of_thread: PhantomData<*const ()>,
}

impl Held {
    /// Borrows an object, and waits for other threads if necessary.
    ///
    /// # Safety
    ///
    /// Borrow word: this library made the object, of a `mutable` class; and Object validity.
    #[inline]
    pub(crate) unsafe fn new(object: NonNull<TVMFFIObject>, mode: Mode) -> Result<Self, Refusal> {
        // SAFETY: the caller's contract.
        if let Some(held) = unsafe { Self::at_once(object, mode) } {
            return Ok(held);
        }
        // Before other threads run, which may give up the caller's reference.
        // SAFETY: Object validity.
        let kept = unsafe { ObjectRef::from_borrowed(object) };
        // SAFETY: the caller's contract.
        unsafe { borrow_slowly(object, mode) }?;
        Ok(Self::listed(kept, mode))
    }

    /// The same without waiting.
    ///
    /// # Safety
    ///
    /// As for [`new`](Self::new).
    #[inline]
    unsafe fn at_once(object: NonNull<TVMFFIObject>, mode: Mode) -> Option<Self> {
        // SAFETY: the caller's contract.
        try_add(unsafe { word(object) }, mode).then(|| {
            // SAFETY: Object validity.
            Self::listed(unsafe { ObjectRef::from_borrowed(object) }, mode)
        })
    }

    #[inline]
    fn listed(object: ObjectRef, mode: Mode) -> Self {
        thread::list(object.as_ptr(), mode);
        Self { object, mode, of_thread: PhantomData }
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
        let object = self.object.as_ptr();
        thread::unlist(object, self.mode);
        // SAFETY: Borrow word: the object was borrowed, and lives as long as the borrow.
        remove(unsafe { word(object) }, self.mode);
    }
}

/// A place for a borrow. The default holds nothing.
pub type Holder = Option<Held>;

/// Borrows an object into a holder, if that needs no waiting.
///
/// # Safety
///
/// As for [`hold`].
#[inline]
pub(crate) unsafe fn hold_at_once(object: NonNull<TVMFFIObject>, mode: Mode, holder: &mut Holder) -> bool {
    // SAFETY: the caller's contract.
    *holder = unsafe { Held::at_once(object, mode) };
    holder.is_some()
}

/// Borrows an object into a holder. `false` if that fails; [`Refusal::take`] says why.
///
/// # Safety
///
/// Borrow word: this library made the object, of a `mutable` class; and Object validity.
#[inline]
pub(crate) unsafe fn hold(object: NonNull<TVMFFIObject>, mode: Mode, holder: &mut Holder) -> bool {
    *holder = None;
    // SAFETY: the caller's contract.
    *holder = unsafe { Held::or_keep(object, mode) };
    holder.is_some()
}

#[cfg(test)]
mod tests;
