//! What the elements of a borrowed container have to own during a call.

use core::mem::MaybeUninit;
use core::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Holders of type `H` that live as long as this does, any number of them.
///
/// [`ArrayRef`](crate::ArrayRef) decodes an element at each access, so the number of holders is not known in
/// advance. Most types need no holder; for those this is empty, and dropping it adds no code to a shim.
pub struct Holders<H> {
    /// Not initialised for a type that holds nothing: setting the fields would add code to each shim.
    made: MaybeUninit<Made<H>>,
}

struct Made<H> {
    each: Mutex<Vec<NonNull<H>>>,
    shared: OnceLock<H>,
}

// SAFETY: the holders are owned, as by a `Vec<Box<H>>`.
unsafe impl<H: Send> Send for Holders<H> {}
// SAFETY: through a shared reference, a thread gets exclusive references to new holders, each once, which is like sending them; and shared
// references to `shared`.
unsafe impl<H: Send + Sync> Sync for Holders<H> {}

/// Whether holders hold nothing, so that anybody can make one.
const fn are_empty<H>() -> bool {
    size_of::<H>() == 0 && !core::mem::needs_drop::<H>()
}

impl<H> Default for Holders<H> {
    #[inline(always)]
    fn default() -> Self {
        if const { are_empty::<H>() } {
            return Self { made: MaybeUninit::uninit() };
        }
        Self { made: MaybeUninit::new(Made { each: Mutex::new(Vec::new()), shared: OnceLock::new() }) }
    }
}

impl<H: Default> Holders<H> {
    /// A holder of a type that holds nothing.
    #[inline(always)]
    pub(crate) fn empty<'a>() -> Option<&'a mut H>
    where
        H: 'a,
    {
        // No memory is allocated for a type without size, so none leaks.
        if const { are_empty::<H>() } { Some(Box::leak(Box::new(H::default()))) } else { None }
    }

    /// A new holder.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "a new holder each time")]
    pub(crate) fn make(&self) -> &mut H {
        match Self::empty() {
            Some(empty) => empty,
            // SAFETY: the type holds something.
            None => unsafe { self.allocate() },
        }
    }

    /// # Safety
    ///
    /// The type holds something.
    #[cold]
    #[inline(never)]
    #[allow(clippy::mut_from_ref, reason = "a new holder each time")]
    unsafe fn allocate(&self) -> &mut H {
        let mut holder = NonNull::from(Box::leak(Box::new(H::default())));
        // SAFETY: the caller's contract.
        let made = unsafe { self.made() };
        made.each.lock().unwrap_or_else(PoisonError::into_inner).push(holder);
        // SAFETY: the holder lives until `self` is dropped, and no other code gets a reference to it.
        unsafe { holder.as_mut() }
    }

    /// A holder for all elements that need only a shared reference to it.
    #[inline]
    pub fn shared(&self) -> &H {
        match Self::empty() {
            Some(empty) => empty,
            // SAFETY: the type holds something.
            None => unsafe { self.made() }.shared.get_or_init(H::default),
        }
    }
}

impl<H> Holders<H> {
    /// # Safety
    ///
    /// The type holds something.
    unsafe fn made(&self) -> &Made<H> {
        // SAFETY: `default` initialised the field, because the type holds something.
        unsafe { self.made.assume_init_ref() }
    }
}

impl<H> Drop for Holders<H> {
    #[inline(always)]
    fn drop(&mut self) {
        if const { !are_empty::<H>() } {
            // SAFETY: `default` initialised the field, because the type holds something. It is not used again.
            unsafe { self.made.assume_init_drop() };
        }
    }
}

impl<H> Drop for Made<H> {
    fn drop(&mut self) {
        for holder in self.each.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            // SAFETY: `allocate` leaked this box; the borrows of `self` that it gave out have ended.
            drop(unsafe { Box::from_raw(holder.as_ptr()) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Holders;

    #[test]
    fn gives_out_distinct_holders() {
        let holders = Holders::<Vec<i32>>::default();
        let a = holders.make();
        let b = holders.make();
        a.push(1);
        b.push(2);
        a.push(3);
        assert_eq!((a.as_slice(), b.as_slice()), ([1, 3].as_slice(), [2].as_slice()));
        assert!(holders.shared().is_empty());
        assert!(Holders::<Vec<i32>>::empty().is_none());
    }

    #[test]
    fn drops_what_it_gave_out() {
        let shared = std::sync::Arc::new(());
        let holders = Holders::<Vec<std::sync::Arc<()>>>::default();
        holders.make().push(shared.clone());
        holders.make().push(shared.clone());
        assert_eq!(std::sync::Arc::strong_count(&shared), 3);
        drop(holders);
        assert_eq!(std::sync::Arc::strong_count(&shared), 1);
    }

    #[test]
    fn makes_nothing_for_empty_holders() {
        let holders = Holders::<((), ())>::default();
        assert_eq!(holders.make(), &mut ((), ()));
        assert!(Holders::<()>::empty().is_some());
        assert_eq!(holders.shared(), &((), ()));
    }
}
