//! [`Ref`]: a reference to an object whose type is known.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::Deref;
use core::ptr::NonNull;

use super::access::{Access, Frozen};
use super::borrow;
use super::inherit::{Extends, is_of};
use super::layout::{new_object, payload};
use super::nested::follow;
use super::typed::ObjectType;
use super::weak::WeakRef;
use crate::abi::TVMFFIObject;
use crate::error::Result;
use crate::nesting::Shown;
use crate::object_ref::ObjectRef;

/// A reference to an object of type `T`, or of a type that extends it. Cloning shares the object.
///
/// Objects of most types never change, and the reference derefs to `T`. Objects of a `mutable` type are borrowed:
/// [`borrow`](Self::borrow), [`borrow_mut`](Self::borrow_mut).
///
/// Functions that are not specific to `T` are called as `Ref::downgrade(&object)`, so that they hide no method of `T`. References to objects that
/// never change compare and hash as the values do; [`ptr_eq`](Self::ptr_eq) tells whether both are the same object.
// Invariant: `is_of` holds for the object.
#[repr(transparent)]
pub struct Ref<T>(ObjectRef, PhantomData<T>);

impl<T: ObjectType> Ref<T> {
    /// A new object.
    ///
    /// # Panics
    ///
    /// With the message of [`try_new`](Self::try_new)'s error.
    #[inline]
    #[track_caller]
    pub fn new(value: T) -> Self {
        match new_object(value) {
            Ok(object) => Self(object, PhantomData),
            Err(error) => failed(&error),
        }
    }

    /// A new object.
    ///
    /// # Errors
    ///
    /// Says why the type could not be registered with the runtime: there is none, or another library uses the type key. A
    /// `MemoryError` if there is no memory.
    #[inline]
    pub fn try_new(value: T) -> Result<Self> {
        new_object(value).map(|object| Self(object, PhantomData))
    }

    /// The reference as one of a known type.
    ///
    /// # Safety
    ///
    /// The object is of type `T`, or of one that extends it, and was made by [`Ref::new`] in this library.
    #[inline]
    pub unsafe fn from_object(object: ObjectRef) -> Self {
        Self(object, PhantomData)
    }

    /// The reference as one to an object of any type.
    #[inline]
    pub fn as_object(this: &Self) -> &ObjectRef {
        &this.0
    }

    /// The reference as one to an object of any type.
    #[inline]
    pub fn into_object(this: Self) -> ObjectRef {
        this.0
    }

    /// The header, still owned by this reference.
    #[inline]
    pub(super) fn header(&self) -> NonNull<TVMFFIObject> {
        self.0.as_ptr()
    }

    /// The payload.
    #[inline]
    pub(super) fn payload(&self) -> NonNull<T> {
        // SAFETY: the invariant. A type that extends another has it as its first field.
        unsafe { payload(self.header()) }
    }

    /// Whether both refer to the same object.
    #[inline]
    pub fn ptr_eq(a: &Self, b: &Self) -> bool {
        ObjectRef::ptr_eq(&a.0, &b.0)
    }

    /// The number of strong references; another thread may change it at any time.
    pub fn strong_count(this: &Self) -> usize {
        this.0.strong_count()
    }

    /// The object, to be changed, if there is no other reference to it, weak ones included.
    #[inline]
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        // SAFETY: the caller lends the only reference to the object, and a borrow has one of its own.
        this.0.is_unique().then(|| unsafe { this.payload().as_mut() })
    }

    /// A weak reference to the object.
    #[inline]
    pub fn downgrade(this: &Self) -> WeakRef<T> {
        WeakRef::new(this.0.downgrade())
    }

    /// The reference as one to a type that this one extends, directly or not.
    ///
    /// ```text
    /// let shape: Ref<Shape> = Ref::upcast(circle);
    /// ```
    #[inline]
    pub fn upcast<P: ObjectType, Distance>(this: Self) -> Ref<P>
    where
        T: Extends<P, Distance>,
    {
        // A type that extends `T` extends `P`.
        Ref(this.0, PhantomData)
    }

    /// The reference as one to a type that extends this one, if the object is of that type.
    ///
    /// # Errors
    ///
    /// Returns the reference if it is not.
    #[inline]
    pub fn downcast<U: ObjectType>(this: Self) -> Result<Ref<U>, Self> {
        this.0.downcast().map_err(|object| Self(object, PhantomData))
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn failed(error: &crate::Error) -> ! {
    crate::runtime::bind_or_panic();
    panic!("{error}")
}

impl ObjectRef {
    /// Whether the object is of type `T`, or of one that extends it, and was made by this library.
    #[inline]
    pub fn is<T: ObjectType>(&self) -> bool {
        // SAFETY: Object validity.
        unsafe { is_of(self.as_ptr(), T::class()) }
    }

    /// The reference as one to a known type.
    ///
    /// # Errors
    ///
    /// Returns the reference if the object is not of that type. An object of a subclass that Python made itself is not.
    #[inline]
    pub fn downcast<T: ObjectType>(self) -> Result<Ref<T>, Self> {
        if self.is::<T>() { Ok(Ref(self, PhantomData)) } else { Err(self) }
    }
}

impl<T: ObjectType> From<Ref<T>> for ObjectRef {
    #[inline]
    fn from(object: Ref<T>) -> Self {
        object.0
    }
}

impl<T: ObjectType> Clone for Ref<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self(self.0.clone(), PhantomData)
    }
}

impl<T: ObjectType<Access = Frozen>> Deref for Ref<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the reference keeps the object, which does not change while it is shared.
        unsafe { self.payload().as_ref() }
    }
}

impl<T: ObjectType<Access = Frozen>> AsRef<T> for Ref<T> {
    #[inline]
    fn as_ref(&self) -> &T {
        self
    }
}

impl<T: ObjectType + fmt::Debug> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(_shown) = Shown::enter(self.header().addr().get(), usize::MAX) else {
            return write!(f, "{}(...)", T::TYPE_KEY);
        };
        let mut holder = Default::default();
        // SAFETY: the object was made here, and the reference outlives the holder.
        if unsafe { T::Access::share(self.header(), &mut holder) } {
            // SAFETY: the object does not change while the holder lives.
            unsafe { self.payload().as_ref() }.fmt(f)
        } else {
            // The reason is not used.
            let _ = borrow::Refusal::take(self.header());
            write!(f, "{}(<mutably borrowed>)", T::TYPE_KEY)
        }
    }
}

impl<T: ObjectType<Access = Frozen> + fmt::Display> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ObjectType<Access = Frozen> + PartialEq> PartialEq for Ref<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        follow(|| **self == **other)
    }
}

impl<T: ObjectType<Access = Frozen> + Eq> Eq for Ref<T> {}

impl<T: ObjectType<Access = Frozen> + PartialOrd> PartialOrd for Ref<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        follow(|| (**self).partial_cmp(other))
    }
}

impl<T: ObjectType<Access = Frozen> + Ord> Ord for Ref<T> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        follow(|| (**self).cmp(other))
    }
}

impl<T: ObjectType<Access = Frozen> + Hash> Hash for Ref<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        follow(|| (**self).hash(state));
    }
}
