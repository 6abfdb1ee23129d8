//! The arguments of a call from Rust.

use core::marker::PhantomData;

use crate::abi::TVMFFIAny;
use crate::any::{Any, AnyView};
use crate::convert::IntoAny;

/// One argument: a value that it owns, or a view of one that somebody else does.
pub struct Argument<'a> {
    raw: TVMFFIAny,
    owned: bool,
    marker: PhantomData<&'a TVMFFIAny>,
}

impl<'a> Argument<'a> {
    /// An argument that owns its value.
    #[inline]
    pub fn owned(value: Any) -> Self {
        Self { raw: value.into_raw(), owned: true, marker: PhantomData }
    }

    /// An argument that is a view.
    #[inline]
    pub fn borrowed(view: AnyView<'a>) -> Self {
        Self { raw: *view.as_raw(), owned: false, marker: PhantomData }
    }

    /// The slot, as a view.
    #[inline]
    pub(crate) fn raw(&self) -> &TVMFFIAny {
        &self.raw
    }

    /// An argument from a slot that owns nothing and is valid for `'a`.
    ///
    /// # Safety
    ///
    /// AnyView validity for `'a`.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: TVMFFIAny) -> Self {
        Self { raw, owned: false, marker: PhantomData }
    }
}

impl Drop for Argument<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.owned {
            // SAFETY: `owned` made the slot from an owned value, which nobody else takes.
            drop(unsafe { Any::from_raw(self.raw) });
        }
    }
}

/// What can be an argument of a call: everything that can be a result, and views.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a call",
    label = "not an FFI value",
    note = "arguments are values with `IntoAny`: integers, floats, `bool`, `&str`, `String`, `Tensor`, `Function`, `Option<T>`, `Vec<T>`, ...; or `AnyView<'_>` and `&Any`"
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

impl IntoArgument for &Any {
    #[inline]
    fn into_argument<'a>(self) -> Argument<'a>
    where
        Self: 'a,
    {
        Argument::borrowed(self.as_view())
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
    /// Keeps [`Arguments`](super::Arguments) to the tuples below: what it hands to `call` is believed.
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
    fn with_raw<R>(self, call: impl FnOnce(&[TVMFFIAny]) -> R) -> R;
}

macro_rules! tuples {
    ($(($($arg:ident)*),)*) => {$(
        impl<$($arg: IntoArgument),*> sealed::Sealed for ($($arg,)*) {}

        #[allow(non_snake_case, reason = "one name for the type and the value")]
        impl<$($arg: IntoArgument),*> Arguments for ($($arg,)*) {
            #[inline]
            fn with_raw<R>(self, call: impl FnOnce(&[TVMFFIAny]) -> R) -> R {
                let ($($arg,)*) = self;
                $(let $arg = $arg.into_argument();)*
                call(&[$($arg.raw),*])
            }
        }
    )*};
}

impl sealed::Sealed for () {}

impl Arguments for () {
    #[inline]
    fn with_raw<R>(self, call: impl FnOnce(&[TVMFFIAny]) -> R) -> R {
        call(&[])
    }
}

tuples! {
    (A),
    (A B),
    (A B C),
    (A B C D),
    (A B C D E),
    (A B C D E F),
    (A B C D E F G),
    (A B C D E F G H),
    (A B C D E F G H I),
    (A B C D E F G H I J),
    (A B C D E F G H I J K),
    (A B C D E F G H I J K L),
}
