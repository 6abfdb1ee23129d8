//! Whether objects of a type are mutable.

use core::ptr::NonNull;

use super::borrow::{self, Holder, Mode};
use crate::abi::TVMFFIObject;

mod sealed {
    pub trait Sealed {}
}

/// Whether objects of a type are mutable: [`Frozen`] or [`Mutable`].
#[doc(hidden)]
pub trait Access: sealed::Sealed + 'static {
    /// Whether they are.
    const MUTABLE: bool;

    /// The holder of a `&T`: a shared borrow of a mutable object.
    type Holder: Default + 'static;

    /// Takes a shared borrow into a holder, if one is needed, which keeps the object alive. `false` if that fails;
    /// [`Refusal::take`](borrow::Refusal::take) says why.
    ///
    /// # Safety
    ///
    /// Object validity, and the object was made by this library, of a class with this access.
    unsafe fn share(object: NonNull<TVMFFIObject>, holder: &mut Self::Holder) -> bool;

    /// Takes a shared borrow, which keeps the object alive, if that needs no waiting.
    ///
    /// # Safety
    ///
    /// As for [`share`](Self::share).
    unsafe fn share_at_once(object: NonNull<TVMFFIObject>, holder: &mut Self::Holder) -> bool;

    /// Reads an object, if that is possible without waiting.
    ///
    /// # Safety
    ///
    /// As for [`share`](Self::share); and `read` does not panic.
    unsafe fn read_at_once<R>(object: NonNull<TVMFFIObject>, read: impl FnOnce() -> R) -> Option<R>;
}

/// Objects never change once they are made, so any thread may read them at any time.
#[derive(Debug)]
pub enum Frozen {}

/// Objects have a borrow state, which every read and every change checks.
#[derive(Debug)]
pub enum Mutable {}

impl sealed::Sealed for Frozen {}
impl sealed::Sealed for Mutable {}

impl Access for Frozen {
    const MUTABLE: bool = false;

    type Holder = ();

    #[inline]
    unsafe fn share(_: NonNull<TVMFFIObject>, (): &mut ()) -> bool {
        true
    }

    #[inline]
    unsafe fn share_at_once(_: NonNull<TVMFFIObject>, (): &mut ()) -> bool {
        // Nothing keeps the object.
        false
    }

    #[inline]
    unsafe fn read_at_once<R>(_: NonNull<TVMFFIObject>, read: impl FnOnce() -> R) -> Option<R> {
        Some(read())
    }
}

impl Access for Mutable {
    const MUTABLE: bool = true;

    type Holder = Holder;

    #[inline]
    unsafe fn share(object: NonNull<TVMFFIObject>, holder: &mut Holder) -> bool {
        // SAFETY: the caller's contract.
        unsafe { borrow::hold(object, Mode::Shared, holder) }
    }

    #[inline]
    unsafe fn share_at_once(object: NonNull<TVMFFIObject>, holder: &mut Holder) -> bool {
        // SAFETY: the caller's contract.
        unsafe { borrow::hold_at_once(object, Mode::Shared, holder) }
    }

    #[inline]
    unsafe fn read_at_once<R>(object: NonNull<TVMFFIObject>, read: impl FnOnce() -> R) -> Option<R> {
        // SAFETY: the caller's contract.
        unsafe { borrow::read_at_once(object, read) }
    }
}
