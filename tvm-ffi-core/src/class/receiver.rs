//! Checks of the types of a method: of its receiver, and of `&mut` arguments.
//!
//! The compiler reports a wrong type once, at another place. So here it finds the checks if the type is an object type, and otherwise,
//! along `Deref`, functions without a bound.

use core::ffi::c_int;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::call::Slot;
use crate::export::Returned;
use crate::object::{Access, Mutable, ObjectType};

/// Checks a type that is a class.
pub struct ClassOf<T>(PhantomData<fn() -> T>);

/// Accepts a type that is not a class.
pub struct NoClass<T>(PhantomData<fn() -> T>);

impl<T> ClassOf<T> {
    /// A tag for a type.
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<T: ObjectType> ClassOf<T> {
    /// Does nothing: the compiler checks the bound.
    pub fn assert_mutable_receiver(&self)
    where
        T::Access: ChangesByMethods,
    {
    }

    /// Does nothing: the compiler checks the bound.
    pub fn assert_mutable_argument(&self)
    where
        T::Access: ChangesByReference,
    {
    }

    /// The tag of a result, by which the compiler distinguishes its forms.
    #[inline]
    pub const fn returned<R>(&self, value: &R) -> Returned<R> {
        Returned::of(value)
    }
}

impl<T> Deref for ClassOf<T> {
    type Target = NoClass<T>;

    fn deref(&self) -> &NoClass<T> {
        const { &NoClass(PhantomData) }
    }
}

impl<T> NoClass<T> {
    /// Does nothing: the compiler reports the receiver at the type of the `impl` block.
    pub fn assert_mutable_receiver(&self) {}

    /// Does nothing: the compiler checks the bound.
    pub fn assert_mutable_argument(&self)
    where
        T: ObjectType,
    {
    }

    /// Accepts any result.
    pub const fn returned<R>(&self, _: &R) -> NotReturned {
        NotReturned
    }
}

/// Results of the methods of a type that is not a class.
pub struct NotReturned;

impl NotReturned {
    /// Never called.
    pub fn write_or_raise<R>(&self, _: R, _: Slot<'_>, _: &'static str) -> c_int {
        -1
    }
}

/// [`Mutable`], as a bound for methods.
#[diagnostic::on_unimplemented(
    message = "`&mut self` needs a mutable object",
    label = "objects of this class are immutable",
    note = "make the class mutable with `#[tvm_ffi::object(\"...\", mutable)]`, or take `&self`"
)]
pub trait ChangesByMethods: Access {}

impl ChangesByMethods for Mutable {}

/// [`Mutable`], as a bound for arguments.
#[diagnostic::on_unimplemented(
    message = "`&mut` needs a mutable object",
    label = "objects of this class are immutable",
    note = "make the class mutable with `#[tvm_ffi::object(\"...\", mutable)]`, or take `&`"
)]
pub trait ChangesByReference: Access {}

impl ChangesByReference for Mutable {}
