//! Functions with types.

use core::fmt;
use core::marker::PhantomData;

use super::{Arguments, Function};
use crate::any::{Any, AnyView};
use crate::convert::{
    FfiType, FromAnyView, IntoAny, Kind, Mismatch, Parameter, TypeFacts, cast_as, write_separated,
};
use crate::error::Result;
use crate::object_ref::ObjectRef;
use crate::tuples::for_tuples;

/// A function with types for its arguments and its result, `TypedFunction<fn(i64, f64) -> String>`.
///
/// ```
/// # use tvm_ffi_core::{Function, Result, TypedFunction};
/// # fn main() -> Result<()> {
/// let f: TypedFunction<fn(i64) -> i64> = Function::new(|x: i64| x + 1).typed();
/// assert_eq!(f.call((41,))?, 42);
/// # Ok(()) }
/// ```
pub struct TypedFunction<S> {
    function: Function,
    signature: PhantomData<fn() -> S>,
}

/// A signature: `fn(A, B) -> R` over types that can be arguments, and an owned result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the signature of a `TypedFunction`",
    label = "not a function type over FFI types",
    note = "write `fn(A, B) -> R`, where arguments have `IntoAny` and the result has `FromAnyView` and borrows nothing"
)]
pub trait Signature: 'static {
    /// The arguments, as a tuple.
    type Arguments: Arguments;
    /// The result.
    type Output: for<'a> FromAnyView<'a>;

    /// Appends the types as messages show them.
    #[doc(hidden)]
    fn type_name(out: &mut String);

    /// Appends the `named_args` of the schema.
    #[doc(hidden)]
    fn type_schema(out: &mut String);
}

macro_rules! signatures {
    ($($count:literal ($($arg:ident $index:tt)*),)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<R, $($arg),*> Signature for fn($($arg),*) -> R
        where
            R: for<'a> FromAnyView<'a> + 'static,
            $($arg: IntoAny + 'static,)*
        {
            type Arguments = ($($arg,)*);
            type Output = R;

            fn type_name(out: &mut String) {
                let parameters: &[fn(&mut String)] = &[$($arg::type_name),*];
                out.push('[');
                write_separated(out, ", ", parameters);
                out.push_str("] -> ");
                R::type_name(out);
            }

            fn type_schema(out: &mut String) {
                let parameters: &[fn(&mut String)] = &[$($arg::type_schema),*];
                out.push_str(r#"{"return":["#);
                R::type_schema(out);
                out.push_str(r#"],"params":["#);
                write_separated(out, ",", parameters);
                out.push_str("]}");
            }
        }
    )*};
}

signatures! {
    0 (),
}
for_tuples!(signatures);

impl<S: Signature> TypedFunction<S> {
    pub(super) fn new(function: Function) -> Self {
        Self { function, signature: PhantomData }
    }

    /// Calls the function.
    ///
    /// # Errors
    ///
    /// What the function raises, or a `TypeError` or `ValueError` if its result does not convert.
    #[track_caller]
    pub fn call(&self, args: S::Arguments) -> Result<S::Output> {
        let result = self.function.call(args)?;
        cast_as(format_args!("the result of the function"), result.as_view())
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
        Self { function: self.function.clone(), signature: PhantomData }
    }
}

impl<S> fmt::Debug for TypedFunction<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.function.fmt(f)
    }
}

impl<S: Signature> FfiType for TypedFunction<S> {
    const FACTS: TypeFacts<Self> = TypeFacts::of(Kind::Function);

    fn is_exact(view: AnyView<'_>) -> bool {
        Function::is_exact(view)
    }

    fn type_name(out: &mut String) {
        out.push_str("Function[");
        S::type_name(out);
        out.push(']');
    }

    fn type_schema(out: &mut String) {
        out.push_str(r#"{"type":"ffi.Function","named_args":"#);
        S::type_schema(out);
        out.push('}');
    }
}

impl<'a, S: Signature> FromAnyView<'a> for TypedFunction<S> {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        Function::decode(view, holder).map(Self::new)
    }

    fn try_decode(view: AnyView<'a>, holder: &'a mut ()) -> core::result::Result<Self, Mismatch> {
        Function::try_decode(view, holder).map(Self::new)
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
