//! [`WeakRef`]: a reference that does not keep an object alive.

use core::fmt;
use core::marker::PhantomData;

use super::reference::Ref;
use super::typed::ObjectType;
use crate::object_ref::WeakObjectRef;

/// A reference that does not keep an object of type `T` alive: [`upgrade`](Self::upgrade) returns the object while a strong reference exists.
///
/// [`Ref::downgrade`] makes one. It is for Rust code only: not an argument, a result, or a `#[field]`, but it may be in a field without the attribute.
// Invariant: that of `Ref`, for the object that this was made from.
#[repr(transparent)]
pub struct WeakRef<T: ObjectType>(WeakObjectRef, PhantomData<T>);

impl<T: ObjectType> WeakRef<T> {
    pub(super) fn new(of: WeakObjectRef) -> Self {
        Self(of, PhantomData)
    }

    /// A strong reference, if the object is still alive.
    #[inline]
    pub fn upgrade(&self) -> Option<Ref<T>> {
        // SAFETY: the invariant.
        self.0.upgrade().map(|object| unsafe { Ref::from_object(object) })
    }
}

impl<T: ObjectType> Clone for WeakRef<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T: ObjectType> fmt::Debug for WeakRef<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WeakRef({})", T::TYPE_KEY)
    }
}
