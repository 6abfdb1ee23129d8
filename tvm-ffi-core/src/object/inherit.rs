//! Type tests of objects, and classes that extend others.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::layout::class_of;
use super::typed::ObjectType;
use crate::abi::TVMFFIObject;
use crate::description::Class;

/// Whether an object is of a class, or of one that extends it, and was made by this library.
///
/// # Safety
///
/// Object validity.
#[inline]
pub(crate) unsafe fn is_of(object: NonNull<TVMFFIObject>, class: &'static Class) -> bool {
    // SAFETY: the caller's contract.
    unsafe { class_of(object) }.is_some_and(|own| core::ptr::eq(own, class) || extends(own, class))
}

/// Whether a class extends another one, directly or not.
#[cold]
#[inline(never)]
fn extends(class: &'static Class, ancestor: &'static Class) -> bool {
    class.parent.is_some_and(|parent| core::ptr::eq(parent(), ancestor) || extends(parent(), ancestor))
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
