//! Functions with types.

use core::fmt;
use core::marker::PhantomData;

use super::{Arguments, Function, IntoArgument};
use crate::any::{Any, AnyView};
use crate::convert::{
    FfiType, FromAnyView, IntoAny, Kind, Mismatch, Moved, Parameter, TypeFacts, TypeTag, cast_as,
};
use crate::error::Result;
use crate::object_ref::ObjectRef;

/// A function with types for its arguments and its result, `TypedFunction<fn(i64, f64) -> String>`.
///
/// ```
/// # use tvm_ffi_core::{Function, Result, TypedFunction};
/// # fn main() -> Result<()> {
/// let f: TypedFunction<fn(i64) -> i64> = Function::new(|x: i64| x + 1).typed();
/// assert_eq!(f.call((41,))?, 42);
/// # Ok(()) }
/// ```
///
/// Arguments may be references, such as `&str` and `&Tensor`, of a function with up to four:
///
/// ```
/// # use tvm_ffi_core::{Function, Result, TypedFunction};
/// # fn main() -> Result<()> {
/// let f: TypedFunction<fn(&str) -> usize> = Function::new(str::len).typed();
/// assert_eq!(f.call((&String::from("text"),))?, 4);
/// # Ok(()) }
/// ```
pub struct TypedFunction<S> {
    function: Function,
    /// The parameter that it is the argument of.
    parameter: Option<&'static str>,
    signature: PhantomData<fn() -> S>,
}

/// A signature: `fn(A, B) -> R` over types that can be arguments, and an owned result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the signature of a `TypedFunction`",
    label = "not a function type over FFI types",
    note = "write `fn(A, B) -> R`, where arguments have `IntoAny`, or are references to such types in a function of up to four, and the result has `FromAnyView` and borrows nothing"
)]
pub trait Signature: 'static {
    /// The arguments, as a tuple.
    type Arguments<'a>: Arguments;
    /// The result.
    type Output: for<'a> FromAnyView<'a>;

    /// The types of the parameters.
    #[doc(hidden)]
    const PARAMETERS: &'static [&'static TypeTag];
}

/// What a signature can take by reference: an FFI type, or `str`.
#[doc(hidden)]
pub trait Referenced {
    /// The type of an argument.
    const ARGUMENT: &'static TypeTag;
}

impl<T: FfiType> Referenced for T {
    const ARGUMENT: &'static TypeTag = T::TAG;
}

impl Referenced for str {
    const ARGUMENT: &'static TypeTag = <&str>::TAG;
}

/// Implements [`Signature`] for functions of the parameters in parentheses, each of which is owned or a reference.
macro_rules! signatures {
    (
        ($next:ident $($rest:ident)*) [$($generics:tt)*] [$($bounds:tt)*] ($($parameter:tt)*) ($($argument:tt)*) $($arg:ident)*
    ) => {
        signatures! {
            ($($rest)*) [$($generics)* $next: IntoAny + 'static,] [$($bounds)*]
            ($($parameter)* $next,) ($($argument)* $next,) $($arg)* $next
        }
        signatures! {
            ($($rest)*) [$($generics)* $next: Referenced + ?Sized + 'static,] [$($bounds)* for<'x> &'x $next: IntoArgument,]
            ($($parameter)* &$next,) ($($argument)* &'a $next,) $($arg)* $next
        }
    };
    (() [$($generics:tt)*] [$($bounds:tt)*] ($($parameter:tt)*) ($($argument:tt)*) $($arg:ident)*) => {
        // A function type with a reference is none of the form `fn(A) -> R` for one type `A`. The compiler accepts that, and warns that
        // it might compare the two in another way one day.
        #[allow(coherence_leak_check, reason = "no type has both forms")]
        #[diagnostic::do_not_recommend]
        impl<$($generics)* R> Signature for fn($($parameter)*) -> R
        where
            $($bounds)*
            R: for<'x> FromAnyView<'x> + 'static,
        {
            type Arguments<'a> = ($($argument)*);
            type Output = R;
            const PARAMETERS: &'static [&'static TypeTag] = &[$($arg::ARGUMENT),*];
        }
    };
    ($($arg:ident)*) => {
        signatures! { () [$($arg: IntoAny + 'static,)*] [] ($($arg,)*) ($($arg,)*) $($arg)* }
    };
}

signatures! { () [] [] () () }
signatures! { (A) [] [] () () }
signatures! { (A B) [] [] () () }
signatures! { (A B C) [] [] () () }
signatures! { (A B C D) [] [] () () }
// Twice as many for each parameter: beyond four they are owned.
signatures! { A B C D E }
signatures! { A B C D E F }
signatures! { A B C D E F G }
signatures! { A B C D E F G H }
signatures! { A B C D E F G H I }
signatures! { A B C D E F G H I J }
signatures! { A B C D E F G H I J K }
signatures! { A B C D E F G H I J K L }

impl<S: Signature> TypedFunction<S> {
    pub(super) fn new(function: Function) -> Self {
        Self { function, parameter: None, signature: PhantomData }
    }

    /// Calls the function.
    ///
    /// # Errors
    ///
    /// What the function raises, or a `TypeError` or `ValueError` if its result does not convert.
    #[track_caller]
    pub fn call(&self, args: S::Arguments<'_>) -> Result<S::Output> {
        let result = self.function.call(args)?;
        match self.parameter {
            Some(name) => cast_as(format_args!("the result of `{name}`"), result.as_view()),
            None => cast_as(format_args!("the result of the function"), result.as_view()),
        }
    }

    /// The function without types.
    pub fn into_inner(self) -> Function {
        self.function
    }
}

impl<S> TypedFunction<S> {
    /// The function as an object.
    pub fn as_object(&self) -> &ObjectRef {
        self.function.as_object()
    }
}

impl<S> Clone for TypedFunction<S> {
    fn clone(&self) -> Self {
        Self { function: self.function.clone(), ..*self }
    }
}

impl<S> fmt::Debug for TypedFunction<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function.fmt(f)
    }
}

impl<S: Signature> FfiType for TypedFunction<S> {
    const TAG: &'static TypeTag = &TypeTag::TypedFunction(S::PARAMETERS, S::Output::TAG);
    const FACTS: TypeFacts<Self> = TypeFacts { moved: Moved::Taken, ..TypeFacts::of(Kind::Function) };

    fn name_parameter(&mut self, name: &'static str) {
        self.parameter = Some(name);
    }

    fn distance(view: AnyView<'_>) -> Option<u32> {
        Function::distance(view)
    }
}

impl<'a, S: Signature> FromAnyView<'a> for TypedFunction<S> {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        Function::decode(view, holder).map(Self::new)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Function::explain(view)
    }
}

impl<S: Signature> IntoAny for TypedFunction<S> {
    fn into_any(self) -> Any {
        self.function.into_any()
    }
}

impl<S: Signature> Parameter for TypedFunction<S> {
    type Item<'a> = Self;
}
