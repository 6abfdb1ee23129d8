//! What the elements of a borrowed container have to own during a call.

use core::ptr::NonNull;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Holders of type `H` that live as long as this does, any number of them.
///
/// [`ArrayRef`](crate::ArrayRef) decodes an element at each access, so the number of holders is not known in
/// advance. Most types need no holder; for those nothing is made.
#[derive(Default)]
pub struct Holders<H>(OnceLock<Made<H>>);

#[derive(Default)]
struct Made<H> {
    each: Mutex<Vec<NonNull<H>>>,
    shared: H,
}

// SAFETY: the holders are owned, as by a `Vec<Box<H>>`.
unsafe impl<H: Send> Send for Holders<H> {}
// SAFETY: through a shared reference, a thread gets exclusive references to new holders, each once, which is like sending them; and shared
// references to `shared`.
unsafe impl<H: Send + Sync> Sync for Holders<H> {}

impl<H: Default> Holders<H> {
    /// A holder of a type that holds nothing.
    #[inline(always)]
    pub(crate) fn empty<'a>() -> Option<&'a mut H>
    where
        H: 'a,
    {
        // No memory is allocated for a type without size, so none leaks.
        let is_empty = const { size_of::<H>() == 0 && !core::mem::needs_drop::<H>() };
        is_empty.then(|| Box::leak(Box::new(H::default())))
    }

    /// A new holder.
    #[inline(always)]
    #[allow(clippy::mut_from_ref, reason = "a new holder each time")]
    pub(crate) fn make(&self) -> &mut H {
        match Self::empty() {
            Some(empty) => empty,
            None => self.allocate(),
        }
    }

    #[cold]
    #[inline(never)]
    #[allow(clippy::mut_from_ref, reason = "a new holder each time")]
    fn allocate(&self) -> &mut H {
        let mut holder = NonNull::from(Box::leak(Box::new(H::default())));
        let made = self.0.get_or_init(Made::default);
        made.each.lock().unwrap_or_else(PoisonError::into_inner).push(holder);
        // SAFETY: the holder lives until `self` is dropped, and no other code gets a reference to it.
        unsafe { holder.as_mut() }
    }

    /// A holder for all elements that need only a shared reference to it.
    #[inline]
    pub fn shared(&self) -> &H {
        match Self::empty() {
            Some(empty) => empty,
            None => &self.0.get_or_init(Made::default).shared,
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
