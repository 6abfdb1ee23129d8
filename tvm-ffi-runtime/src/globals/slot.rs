//! What a name has, which threads replace and remove while others read it.

use crate::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// An entry, or none. No code of others runs under the lock: callers drop what they take out after it is released.
pub(crate) struct Slot<T>(RwLock<Option<T>>);

impl<T> Slot<T> {
    pub(crate) fn empty() -> Self {
        Self(RwLock::new(None))
    }

    #[inline(always)]
    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Option<T>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn write(&self) -> RwLockWriteGuard<'_, Option<T>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the entry out.
    pub(crate) fn take(&self) -> Option<T> {
        self.write().take()
    }
}
