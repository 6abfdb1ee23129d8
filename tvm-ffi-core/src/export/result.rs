//! The result of a call, in every form that a function may return it.

use core::ffi::c_int;
use core::marker::PhantomData;
use core::ops::Deref;

use crate::any::Any;
use crate::call::Slot;
use crate::contract::NoType;
use crate::convert::IntoAny;
use crate::description::{ResultType, raise_error};
use crate::error::{Error, IntoError};
use crate::function::{Function, IntoFunction};

/// Distinguishes the forms of a result by type, through aliases: first `Result<T, E>` with `E: Into<Error>`, then any other
/// `Result<T, E>`, then a plain value.
///
/// Methods are looked up on this type, then along `Deref`. The bounds on the value or error type are on
/// the method, not on the `impl` block, so that the compiler names that type instead of trying the next form.
pub struct Returned<T>(PhantomData<fn() -> T>);

/// The second form.
pub struct ReturnedStdError<T>(PhantomData<fn() -> T>);

/// The third form.
pub struct ReturnedValue<T>(PhantomData<fn() -> T>);

impl<T> Returned<T> {
    /// A tag for the type of a value.
    #[inline]
    pub const fn of(_: &T) -> Self {
        Self(PhantomData)
    }

    /// A tag for a type.
    #[inline]
    pub const fn tag() -> Self {
        Self(PhantomData)
    }
}

impl<T> Deref for Returned<T> {
    type Target = ReturnedStdError<T>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        const { &ReturnedStdError(PhantomData) }
    }
}

impl<T> Deref for ReturnedStdError<T> {
    type Target = ReturnedValue<T>;

    #[inline]
    fn deref(&self) -> &Self::Target {
        const { &ReturnedValue(PhantomData) }
    }
}

impl<T, E: Into<Error>> Returned<Result<T, E>> {
    /// Writes the value or raises the error.
    #[inline]
    pub fn write_or_raise(&self, value: Result<T, E>, slot: Slot<'_>, name: &'static str) -> c_int
    where
        T: IntoAny,
    {
        match value {
            Ok(value) => slot.write(value),
            Err(error) => raise_error(error.into(), name),
        }
    }
}

impl<T, E> ReturnedStdError<Result<T, E>> {
    /// Writes the value or raises the error.
    #[inline]
    pub fn write_or_raise(&self, value: Result<T, E>, slot: Slot<'_>, name: &'static str) -> c_int
    where
        T: IntoAny,
        E: IntoError,
    {
        match value {
            Ok(value) => slot.write(value),
            Err(error) => raise_error(error.into_error(), name),
        }
    }
}

impl<T> ReturnedValue<T> {
    /// Writes the value.
    #[inline]
    pub fn write_or_raise(&self, value: T, slot: Slot<'_>, _: &'static str) -> c_int
    where
        T: IntoAny,
    {
        slot.write(value)
    }
}

impl<T, E> Returned<Result<T, E>> {
    /// The value, if there is one.
    #[inline]
    pub const fn value<'v>(&self, result: &'v Result<T, E>) -> Option<&'v T> {
        match result {
            Ok(value) => Some(value),
            Err(_) => None,
        }
    }
}

impl<T> ReturnedValue<T> {
    /// The value.
    #[inline]
    pub const fn value<'v>(&self, value: &'v T) -> Option<&'v T> {
        Some(value)
    }
}

// What a result is called needs no second report of a type that cannot be one, hence bounds that make the compiler try the
// next form, down to one that knows nothing.

impl<T: IntoAny, E> Returned<Result<T, E>> {
    /// The type of the value.
    #[inline]
    pub const fn result_type(&self) -> &'static ResultType {
        ResultType::of::<T>()
    }
}

impl<T: IntoAny> ReturnedValue<T> {
    /// The type of the value.
    #[inline]
    pub const fn result_type(&self) -> &'static ResultType {
        ResultType::of::<T>()
    }

    /// The value of a default.
    #[inline]
    pub fn default_value(&self, make: impl FnOnce() -> T) -> Option<Any> {
        Some(make().into_any())
    }
}

impl<T> Deref for ReturnedValue<T> {
    type Target = NoType;

    fn deref(&self) -> &NoType {
        &NoType
    }
}

/// What a backward function returns.
#[diagnostic::on_unimplemented(
    message = "a backward function returns nothing, and this one returns `{Self}`",
    label = "a gradient is no result",
    note = "gradients are written to parameters, as in `#[grad(x)] #[out] dx: CpuViewMut<'_, f32, 1>`"
)]
pub trait BackwardResult {}

#[diagnostic::do_not_recommend]
impl BackwardResult for () {}
#[diagnostic::do_not_recommend]
impl<E> BackwardResult for Result<(), E> {}

impl<T> Returned<T> {
    /// Refuses the result of a backward function if it has one.
    #[inline(always)]
    pub const fn require_nothing(&self)
    where
        T: BackwardResult,
    {
    }
}

/// A tag for the type of a returned closure, whose method the compiler blames for a closure that cannot be a function.
pub struct ReturnedClosure<F>(PhantomData<fn() -> F>);

impl<F> ReturnedClosure<F> {
    /// A tag for the type of a closure.
    #[inline]
    pub const fn of(_: &F) -> Self {
        Self(PhantomData)
    }

    /// The function object.
    #[inline]
    #[track_caller]
    pub fn into_function<S>(&self, closure: F) -> Function
    where
        F: IntoFunction<S>,
    {
        Function::new(closure)
    }
}

/// The type of a result that is a closure.
pub const fn function_result() -> &'static ResultType {
    ResultType::of::<Function>()
}
