//! What the calls of an export read, made when a framework asks for it.

use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

/// A value in a static that is set after the library is loaded. It is never freed.
// Invariant: NULL, or the address of a value that lives for the rest of the process.
pub(crate) struct SetLater<T: 'static>(AtomicPtr<T>);

impl<T: Sync> SetLater<T> {
    pub(crate) const fn new() -> Self {
        Self(AtomicPtr::new(null_mut()))
    }

    #[inline(always)]
    pub(crate) fn get(&self) -> Option<&'static T> {
        // SAFETY: the invariant.
        unsafe { self.0.load(Ordering::Acquire).as_ref() }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn set(&self, value: T) -> &'static T {
        let value = Box::leak(Box::new(value));
        self.0.store(value, Ordering::Release);
        value
    }
}

// Only the lists of Miri copy elements.
impl<T> Clone for SetLater<T> {
    fn clone(&self) -> Self {
        Self(AtomicPtr::new(self.0.load(Ordering::Acquire)))
    }
}
