//! The arguments of a call from Rust.

use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use crate::abi::{TVMFFIAny, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::IntoAny;
use crate::error::{Error, ErrorKind, Result};
use crate::tuples::for_tuples;

/// One argument of a call: a value that it owns, or a view of a value that lives elsewhere.
pub struct Argument<'a> {
    raw: TVMFFIAny,
    state: State,
    marker: PhantomData<&'a TVMFFIAny>,
}

/// Who owns the value of an [`Argument`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Owned,
    Borrowed,
    /// The value is a pointer that is valid only during the call of its caller, and the callee could keep it: the call is an error.
    Refused,
}

impl<'a> Argument<'a> {
    /// An argument that owns its value.
    #[inline]
    pub fn owned(value: Any) -> Self {
        Self { raw: value.into_raw(), state: State::Owned, marker: PhantomData }
    }

    /// An argument that is a view.
    ///
    /// A C string and a byte array are copied, because their memory belongs to the caller that passed them. A `DLTensor*`
    /// cannot be copied without knowing its device, and makes the call an error: see [`AnyView::lend`].
    #[inline]
    pub fn borrowed(view: AnyView<'a>) -> Self {
        match view.type_index() {
            TypeIndex::DL_TENSOR_PTR | TypeIndex::RAW_STR | TypeIndex::BYTE_ARRAY_PTR => Self::copied(view),
            _ => Self { raw: *view.as_raw(), state: State::Borrowed, marker: PhantomData },
        }
    }

    #[cold]
    fn copied(view: AnyView<'a>) -> Self {
        match view.to_any() {
            Ok(copy) => Self::owned(copy),
            Err(_) => Self { raw: *view.as_raw(), state: State::Refused, marker: PhantomData },
        }
    }

    /// The slot, as a view.
    ///
    /// # Errors
    ///
    /// A `TypeError` for a `DLTensor*` that was not lent by unsafe code, a `ValueError` for a C string that is not UTF-8.
    #[inline]
    #[track_caller]
    pub(crate) fn checked(&self) -> Result<TVMFFIAny> {
        if self.state == State::Refused { Err(self.refusal()) } else { Ok(self.raw) }
    }

    #[cold]
    #[track_caller]
    fn refusal(&self) -> Error {
        // SAFETY: AnyView validity for `'a`, which `borrowed` was given.
        let view = unsafe { AnyView::from_raw(NonNull::from(&self.raw)) };
        match view.type_index() {
            TypeIndex::DL_TENSOR_PTR => Error::new(
                ErrorKind::TypeError,
                "a DLTensor* belongs to the caller and cannot be passed to another function, which could keep it: pass a \
                 `Tensor`, a copy (`TensorView::to_tensor`), or lend it in unsafe code (`AnyView::lend`)",
            ),
            _ => match view.to_any() {
                Ok(_) => Error::new(ErrorKind::TypeError, "an argument changed during the call"),
                Err(error) => error,
            },
        }
    }

    /// The owned value, or a copy of the borrowed one.
    ///
    /// # Errors
    ///
    /// Returns an argument that makes the call an error.
    pub(crate) fn into_any(self) -> core::result::Result<Any, Self> {
        match self.state {
            State::Owned => {
                let argument = ManuallyDrop::new(self);
                // SAFETY: `owned` made the slot from an owned value, and `argument` is not dropped.
                Ok(unsafe { Any::from_raw(argument.raw) })
            }
            State::Borrowed => {
                // SAFETY: AnyView validity for `'a`: the slot is valid as long as `self`.
                let view = unsafe { AnyView::from_raw(NonNull::from(&self.raw)) };
                view.to_any().map_err(|_| Self { raw: self.raw, state: State::Refused, marker: PhantomData })
            }
            State::Refused => Err(self),
        }
    }

    /// An argument from a slot that owns nothing and is valid for `'a`.
    ///
    /// # Safety
    ///
    /// AnyView validity for `'a`. For a pointer that the callee could keep: it does not.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: TVMFFIAny) -> Self {
        Self { raw, state: State::Borrowed, marker: PhantomData }
    }
}

impl<'a> AnyView<'a> {
    /// The value as an argument of a call, whatever it is: a `DLTensor*` too, which safe code cannot pass on.
    ///
    /// # Safety
    ///
    /// If the value is a `DLTensor*`: the function that is called does not use the pointer after it has returned, writes
    /// the elements only where the caller of this function allows that, and nothing else uses what it writes meanwhile.
    #[inline]
    pub unsafe fn lend(self) -> Argument<'a> {
        // SAFETY: AnyView validity for `'a`, and the caller's contract.
        unsafe { Argument::from_raw(*self.as_raw()) }
    }
}

impl Drop for Argument<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.state == State::Owned {
            // SAFETY: `owned` made the slot from an owned value, which nothing else takes.
            drop(unsafe { Any::from_raw(self.raw) });
        }
    }
}

/// A type of arguments of a call: every type that can be a result, references to it, and [`AnyView`].
///
/// A view of a tensor cannot: Python could keep it after its memory is gone, and write to it. Pass a `&Tensor`, a copy
/// ([`TensorView::to_tensor`](crate::TensorView::to_tensor)), or lend the view in unsafe code
/// ([`TensorView::lend`](crate::TensorView::lend)).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a call",
    label = "not an FFI value",
    note = "arguments are values with `IntoAny` and references to them: integers, floats, `bool`, `&str`, `String`, `&Tensor`, `Function`, `Option<T>`, `Vec<T>`, ...; or `AnyView<'_>`; a raw pointer is `unsafe {{ Any::from_pointer(pointer) }}`",
    note = "a view of a tensor is not one, because the function could keep it, or write to it: pass a `&Tensor`, or a copy of the elements, `x.to_tensor()?`, or lend the view to a function that does neither, `unsafe {{ x.lend() }}`"
)]
pub trait IntoArgument {
    /// The argument, which borrows no longer than the value does.
    fn into_argument<'a>(self) -> Argument<'a>
    where
        Self: 'a;
}

#[diagnostic::do_not_recommend]
impl<T: IntoAny> IntoArgument for T {
    #[inline]
    fn into_argument<'a>(self) -> Argument<'a>
    where
        T: 'a,
    {
        Argument::owned(self.into_any())
    }
}

impl IntoArgument for AnyView<'_> {
    #[inline]
    fn into_argument<'a>(self) -> Argument<'a>
    where
        Self: 'a,
    {
        Argument::borrowed(self)
    }
}

impl<'b> IntoArgument for Argument<'b> {
    #[inline]
    fn into_argument<'a>(self) -> Argument<'a>
    where
        Self: 'a,
    {
        self
    }
}

mod sealed {
    /// Only the tuples below implement [`Arguments`](super::Arguments): the caller of `with_raw` trusts the values that it passes.
    pub trait Sealed {}
}

/// The arguments of a call: a tuple of up to twelve, `(x, "text")`, or `(x,)` for one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a call",
    label = "not a tuple of FFI values",
    note = "arguments are a tuple: `f.call((x, y))`, `f.call((x,))`, `f.call(())`; for more than twelve there is `call_packed`"
)]
pub trait Arguments: sealed::Sealed {
    /// Runs `call` on the arguments, which live until it returns.
    #[doc(hidden)]
    #[track_caller]
    fn with_raw<R>(self, call: impl FnOnce(&[TVMFFIAny]) -> Result<R>) -> Result<R>;
}

macro_rules! tuples {
    ($($count:literal ($($arg:ident $index:tt)*),)*) => {$(
        impl<$($arg: IntoArgument),*> sealed::Sealed for ($($arg,)*) {}

        #[allow(non_snake_case, reason = "one name for the type and the value")]
        impl<$($arg: IntoArgument),*> Arguments for ($($arg,)*) {
            #[inline]
            #[track_caller]
            fn with_raw<R>(self, call: impl FnOnce(&[TVMFFIAny]) -> Result<R>) -> Result<R> {
                let ($($arg,)*) = self;
                $(let $arg = $arg.into_argument();)*
                call(&[$($arg.checked()?),*])
            }
        }
    )*};
}

tuples! {
    0 (),
}
for_tuples!(tuples);
