//! How the shim of a method gets at the object that it is called on.
//!
//! What is wrong with the type is reported once, elsewhere: here the compiler finds the methods of a receiver if there are some, and
//! otherwise, along `Deref`, others that say nothing.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::convert::FromArgument;
use crate::export::{Args, Mode};
use crate::object::{Access, Mutable, ObjectType};

/// A receiver, `&T` or `&mut T`.
pub struct Receiver<'a, T>(PhantomData<fn(&'a ()) -> T>);

/// A receiver of a type that the compiler reports elsewhere.
pub struct NoReceiver<T>(PhantomData<fn() -> T>);

impl<T> Receiver<'_, T> {
    /// A tag for a type.
    #[inline(always)]
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<'a, T: FromArgument<'a>> Receiver<'a, T> {
    /// A new holder.
    #[inline(always)]
    pub fn holder(&self) -> T::Holder {
        T::Holder::default()
    }

    /// The receiver, which is the first argument.
    #[inline(always)]
    pub fn get<'call: 'a, M: Mode>(&self, args: Args<'call>, holder: &'a mut T::Holder) -> Option<T> {
        args.get::<M, T, T::Holder>(0, holder)
    }
}

impl<T> Deref for Receiver<'_, T> {
    type Target = NoReceiver<T>;

    fn deref(&self) -> &NoReceiver<T> {
        const { &NoReceiver(PhantomData) }
    }
}

impl<T> NoReceiver<T> {
    /// No holder.
    pub fn holder(&self) {}

    /// No receiver.
    pub fn get<M: Mode>(&self, _: Args<'_>, (): &mut ()) -> Option<T> {
        None
    }
}

/// Whether objects of a type can be changed.
pub struct AccessOf<T>(PhantomData<fn() -> T>);

/// Access to a type that the compiler reports elsewhere.
pub struct NoAccess;

impl<T> AccessOf<T> {
    /// A tag for a type.
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<T: ObjectType> AccessOf<T> {
    /// Nothing; the compiler asks the bound.
    pub fn assert_mutable(&self)
    where
        T::Access: ChangesInPlace,
    {
    }
}

impl<T> Deref for AccessOf<T> {
    type Target = NoAccess;

    fn deref(&self) -> &NoAccess {
        &NoAccess
    }
}

impl NoAccess {
    /// Nothing.
    pub fn assert_mutable(&self) {}
}

/// [`Mutable`].
#[diagnostic::on_unimplemented(
    message = "`&mut self` needs a mutable object",
    label = "objects of this type never change once they are made",
    note = "let them change with `#[tvm_ffi::object(\"...\", mutable)]`, or take `&self`"
)]
pub trait ChangesInPlace: Access {}

impl ChangesInPlace for Mutable {}
