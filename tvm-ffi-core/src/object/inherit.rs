//! Type tests of objects, and classes that extend others.

use core::marker::PhantomData;
use core::ptr::NonNull;
use core::sync::atomic::Ordering;

use super::typed::ObjectType;
use crate::abi::{TVMFFIObject, TVMFFIObjectDeleter};
use crate::description::{Class, classes};

/// Whether an object is of type `T`, or of one that extends it, and was made by this library.
///
/// Only the deleter shows that: the runtime itself makes objects of Python's subclasses, with another payload.
///
/// # Safety
///
/// Object validity.
#[inline(always)]
pub(crate) unsafe fn is_of<T: ObjectType>(object: NonNull<TVMFFIObject>) -> bool {
    // SAFETY: the header is live by contract, and its deleter never changes.
    let deleter = unsafe { (*object.as_ptr()).deleter };
    address(deleter) == address(Some(T::DELETER)) || extends(deleter, T::class())
}

/// NULL if there is no deleter, so that the comparison needs no test.
#[inline(always)]
fn address(deleter: Option<TVMFFIObjectDeleter>) -> *mut () {
    deleter.map_or(core::ptr::null_mut(), |deleter| deleter as *mut ())
}

/// [`is_of`] for a class that is only known at run time.
///
/// # Safety
///
/// Object validity.
pub(crate) unsafe fn is_of_class(object: NonNull<TVMFFIObject>, class: &'static Class) -> bool {
    // SAFETY: the header is live by contract, and its deleter never changes.
    let deleter = unsafe { (*object.as_ptr()).deleter };
    address(deleter) == address(Some(class.deleter)) || extends(deleter, class)
}

/// The class of an object, if this library made the object.
///
/// # Safety
///
/// Object validity.
pub(crate) unsafe fn class_of(object: NonNull<TVMFFIObject>) -> Option<&'static Class> {
    // SAFETY: the header is live by contract, and its deleter never changes.
    let deleter = unsafe { (*object.as_ptr()).deleter }?;
    with_deleter(deleter)
}

/// The class of this library whose objects have a deleter.
#[cold]
fn with_deleter(deleter: TVMFFIObjectDeleter) -> Option<&'static Class> {
    classes().find(|class| core::ptr::fn_addr_eq(class.deleter, deleter))
}

/// Whether the class of objects with a deleter extends another one, directly or not.
#[cold]
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "called from Rust; `C` says that it does not unwind")]
extern "C" fn extends(deleter: Option<TVMFFIObjectDeleter>, ancestor: &'static Class) -> bool {
    // Most calls get an object of the same subclass as the call before. A search visits every class of the library.
    let subclass = address(deleter);
    if !subclass.is_null() && ancestor.cached_subclass.load(Ordering::Relaxed) == subclass {
        return true;
    }
    let mut class = deleter.and_then(with_deleter);
    while let Some(found) = class {
        if core::ptr::eq(found, ancestor) {
            ancestor.cached_subclass.store(subclass, Ordering::Relaxed);
            return true;
        }
        class = found.parent.map(|parent| parent());
    }
    false
}

/// The distance to the parent.
#[doc(hidden)]
pub enum Here {}

/// The distance to an ancestor of the parent.
#[doc(hidden)]
pub struct There<Distance>(PhantomData<Distance>);

/// An object type that extends another, directly or not: its objects can be used as objects of that.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not extend `{Ancestor}`",
    label = "the type that is asked for is none that this one extends",
    note = "an object type extends another by `#[tvm_ffi::object(\"...\", extends = Parent)]`",
    note = "the other way there is `Ref::downcast`, which looks at the object"
)]
///
/// # Safety
///
/// `Ancestor` is the parent of the type, or the parent extends it. Only the implementations below exist.
pub unsafe trait Extends<Ancestor, Distance>: ObjectType {}

#[diagnostic::do_not_recommend]
// Without the bound, a class without a parent would extend `NoParent`.
// SAFETY: the parent.
unsafe impl<T: ObjectType> Extends<T::Parent, Here> for T where T::Parent: ObjectType {}

#[diagnostic::do_not_recommend]
// SAFETY: an ancestor of the parent.
unsafe impl<T: ObjectType, Ancestor, Distance> Extends<Ancestor, There<Distance>> for T where
    T::Parent: Extends<Ancestor, Distance>
{
}
