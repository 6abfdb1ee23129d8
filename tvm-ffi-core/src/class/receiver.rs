//! How the shim of a method gets at the object that it is called on, and other objects that it changes.
//!
//! What is wrong with the type is reported once, elsewhere: here the compiler finds the functions for an object type if it is one,
//! and otherwise, along `Deref`, others that say nothing.

use core::ffi::c_int;
use core::marker::PhantomData;
use core::ops::Deref;

use super::ancestors::Ancestors;
use crate::call::Slot;
use crate::export::Returned;
use crate::object::{Access, Mutable, NoParent, ObjectType};

/// Asks about the class that a type is.
pub struct ClassOf<T>(PhantomData<fn() -> T>);

/// Asks about a type that is none.
pub struct NoClass<T>(PhantomData<fn() -> T>);

impl<T> ClassOf<T> {
    /// A tag for a type.
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<T: ObjectType> ClassOf<T> {
    /// Nothing; the compiler asks the bound.
    pub fn assert_mutable_receiver(&self)
    where
        T::Access: ChangesByMethods,
    {
    }

    /// Nothing; the compiler asks the bound.
    pub fn assert_mutable_argument(&self)
    where
        T::Access: ChangesByReference,
    {
    }

    /// Tells the forms of a result apart.
    #[inline(always)]
    pub const fn returned<R>(&self, value: &R) -> Returned<R> {
        Returned::of(value)
    }

    /// The class, and those that it extends.
    pub fn itself<const NAME: u64>(&self) -> Ancestors<T, NAME> {
        Ancestors::tag()
    }

    /// The classes that this one extends.
    pub fn parents<const NAME: u64>(&self) -> Ancestors<T::Parent, NAME> {
        Ancestors::tag()
    }
}

impl<T> Deref for ClassOf<T> {
    type Target = NoClass<T>;

    fn deref(&self) -> &NoClass<T> {
        const { &NoClass(PhantomData) }
    }
}

impl<T> NoClass<T> {
    /// Nothing: the receiver is reported where the block names its type.
    pub fn assert_mutable_receiver(&self) {}

    /// Nothing; the compiler asks the bound.
    pub fn assert_mutable_argument(&self)
    where
        T: ObjectType,
    {
    }

    /// Takes any result.
    pub const fn returned<R>(&self, _: &R) -> NotReturned {
        NotReturned
    }

    /// No class.
    pub fn itself<const NAME: u64>(&self) -> Ancestors<NoParent, NAME> {
        Ancestors::tag()
    }

    /// No classes.
    pub fn parents<const NAME: u64>(&self) -> Ancestors<NoParent, NAME> {
        Ancestors::tag()
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

/// [`Mutable`], as methods need it.
#[diagnostic::on_unimplemented(
    message = "`&mut self` needs a mutable object",
    label = "objects of this type never change once they are made",
    note = "let them change with `#[tvm_ffi::object(\"...\", mutable)]`, or take `&self`"
)]
pub trait ChangesByMethods: Access {}

impl ChangesByMethods for Mutable {}

/// [`Mutable`], as arguments need it.
#[diagnostic::on_unimplemented(
    message = "`&mut` needs a mutable object",
    label = "objects of this type never change once they are made",
    note = "let them change with `#[tvm_ffi::object(\"...\", mutable)]`, or take `&`"
)]
pub trait ChangesByReference: Access {}

impl ChangesByReference for Mutable {}
