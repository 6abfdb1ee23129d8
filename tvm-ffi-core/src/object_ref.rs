//! References to objects of any type, and their counts.
//!
//! The counts are those of [`count`](crate::abi::count).

use core::fmt;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;
use core::sync::atomic::Ordering;

pub(crate) use crate::abi::count::{
    BOTH_ONE, dec_ref, dec_weak, delete, inc_ref, inc_ref_of_frame, inc_weak, new_header, try_inc_ref,
};
use crate::abi::count::{STRONG_MASK, counts, try_upgrade};
pub(crate) use crate::abi::is_object_index;
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TVMFFIObjectHandle};

/// An owned reference to an object of any type.
///
/// Cloning shares the object. Objects are shared between threads and languages, so a reference gives no mutable access.
#[repr(transparent)]
pub struct ObjectRef(NonNull<TVMFFIObject>);

// SAFETY: counts are atomic, deleters may run on any thread by the ABI's rules, and a reference alone gives access to
// nothing but the immutable header.
unsafe impl Send for ObjectRef {}
// SAFETY: as above.
unsafe impl Sync for ObjectRef {}

impl ObjectRef {
    /// Takes over a strong reference.
    ///
    /// # Safety
    ///
    /// Object validity, and the caller gives up the reference that it owns.
    #[inline]
    pub unsafe fn from_raw(handle: NonNull<TVMFFIObject>) -> Self {
        Self(handle)
    }

    /// Takes a reference of its own to an object that the caller borrows.
    ///
    /// # Safety
    ///
    /// Object validity.
    #[inline]
    pub unsafe fn from_borrowed(handle: NonNull<TVMFFIObject>) -> Self {
        // SAFETY: the caller's contract.
        unsafe { inc_ref(handle) };
        Self(handle)
    }

    /// Takes over what a C function gave as an owned handle.
    ///
    /// # Safety
    ///
    /// `handle` is NULL, or as for [`from_raw`](Self::from_raw).
    #[inline]
    pub(crate) unsafe fn from_handle(handle: TVMFFIObjectHandle) -> Option<Self> {
        NonNull::new(handle.cast()).map(Self)
    }

    /// The header, still owned by this reference.
    #[inline]
    pub fn as_ptr(&self) -> NonNull<TVMFFIObject> {
        self.0
    }

    /// A view of the object.
    #[inline]
    pub(crate) fn as_raw_any(&self) -> TVMFFIAny {
        TVMFFIAny::new(self.type_index(), TVMFFIAnyPayload::from_ptr(self.handle()))
    }

    /// The handle, as C functions take it.
    #[inline]
    pub(crate) fn handle(&self) -> TVMFFIObjectHandle {
        self.0.as_ptr().cast()
    }

    /// Gives up ownership of the reference.
    #[inline]
    pub fn into_raw(self) -> NonNull<TVMFFIObject> {
        ManuallyDrop::new(self).0
    }

    /// The type index of the object.
    #[inline]
    pub fn type_index(&self) -> i32 {
        // SAFETY: Object validity; the index never changes.
        unsafe { (*self.0.as_ptr()).type_index }
    }

    /// Whether both refer to the same object.
    #[inline]
    pub fn ptr_eq(a: &Self, b: &Self) -> bool {
        a.0 == b.0
    }

    /// The number of strong references; another thread may change it at any time.
    pub fn strong_count(&self) -> usize {
        // SAFETY: Object validity.
        let word = unsafe { counts(self.0) }.load(Ordering::Relaxed);
        usize::try_from(word & STRONG_MASK).unwrap_or(usize::MAX)
    }

    /// Whether this is the only reference, weak ones included.
    #[inline]
    pub fn is_unique(&self) -> bool {
        // SAFETY: Object validity. Acquire pairs with the release by the thread that dropped the last other reference.
        unsafe { counts(self.0) }.load(Ordering::Acquire) == BOTH_ONE
    }

    /// A weak reference to the object.
    pub fn downgrade(&self) -> WeakObjectRef {
        // SAFETY: Object validity.
        unsafe { inc_weak(self.0) };
        WeakObjectRef(self.0)
    }

    /// The body after the header.
    #[inline]
    pub(crate) fn body<T>(&self) -> NonNull<T> {
        // SAFETY: every object has its body behind the header, in the same allocation.
        unsafe { self.0.add(1) }.cast()
    }
}

impl Clone for ObjectRef {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: Object validity.
        unsafe { inc_ref(self.0) };
        Self(self.0)
    }
}

impl Drop for ObjectRef {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the reference is owned and not used again.
        unsafe { dec_ref(self.0) };
    }
}

/// A reference that does not keep an object of any type alive, made by [`ObjectRef::downgrade`].
pub struct WeakObjectRef(NonNull<TVMFFIObject>);

// SAFETY: as for `ObjectRef`; a weak reference gives access to the counts only.
unsafe impl Send for WeakObjectRef {}
// SAFETY: as above.
unsafe impl Sync for WeakObjectRef {}

impl WeakObjectRef {
    /// A strong reference, if the object is still alive.
    pub fn upgrade(&self) -> Option<ObjectRef> {
        // SAFETY: the reference is held here.
        unsafe { try_upgrade(self.0) }.then(|| ObjectRef(self.0))
    }
}

impl Clone for WeakObjectRef {
    fn clone(&self) -> Self {
        // SAFETY: the reference is held here.
        unsafe { inc_weak(self.0) };
        Self(self.0)
    }
}

impl Drop for WeakObjectRef {
    fn drop(&mut self) {
        // SAFETY: the reference is owned and not used again.
        unsafe { dec_weak(self.0) };
    }
}

impl fmt::Debug for WeakObjectRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WeakObjectRef({:p})", self.0)
    }
}
