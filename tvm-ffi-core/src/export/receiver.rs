//! How a shim gets at an argument that the macro takes for a receiver, by its type.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::call::Args;
use crate::convert::FromArgument;

/// A receiver, `&T` or `&mut T`, or an argument `&mut T`.
pub struct Receiver<'a, T>(PhantomData<fn(&'a ()) -> T>);

/// One of a type that the compiler reports elsewhere.
pub struct NoReceiver<T>(PhantomData<fn() -> T>);

impl<T> Receiver<'_, T> {
    /// A tag for a type.
    #[inline]
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<'a, T: FromArgument<'a>> Receiver<'a, T> {
    /// A new holder.
    #[inline]
    pub fn holder(&self) -> T::Holder {
        T::Holder::default()
    }

    /// The argument.
    #[inline]
    pub fn get<'call: 'a>(&self, args: Args<'call>, index: i32, holder: &'a mut T::Holder) -> Option<T> {
        args.get::<T, T::Holder>(index, holder)
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

    /// No argument.
    pub fn get(&self, _: Args<'_>, _: i32, (): &mut ()) -> Option<T> {
        None
    }
}
