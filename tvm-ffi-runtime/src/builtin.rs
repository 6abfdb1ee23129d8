//! Global functions that come with the runtime: their declaration, decoding of their arguments, and the messages about wrong ones.

use tvm_ffi_abi::{TVMFFIAny, TVMFFISafeCallType};

use crate::catch::{Failure, Result};
use crate::function;
use crate::object::Object;
use crate::types::type_name;
use crate::value::Value;

mod types;

pub(crate) use types::{BUILTINS, Function, Str, StrContent, Strings, returned};

/// A global function that comes with the runtime.
pub(crate) struct Builtin {
    pub(crate) name: &'static str,
    /// `None` of a function that takes any arguments.
    pub(crate) signature: Option<Signature>,
    pub(crate) call: TVMFFISafeCallType,
}

/// The parameters and the result of a function.
pub(crate) struct Signature {
    pub(crate) parameters: &'static [Type],
    pub(crate) result: Type,
}

/// A type of a parameter or a result.
pub(crate) struct Type {
    /// As messages print it: `ffi.Array`, or `str`.
    pub(crate) name: &'static str,
    /// As metadata describes it: `{"type":"ffi.Array"}`, or `{"type":"ffi.String"}`.
    pub(crate) schema: &'static str,
}

/// A type of parameters.
pub(crate) trait Parameter<'a>: Sized {
    const TYPE: Type;

    /// The argument, or `None` if it has another type.
    fn read(view: &'a TVMFFIAny) -> Option<Self>;
}

/// A type of results.
pub(crate) trait Returned {
    const TYPE: Type;

    fn into_value(self) -> Value;
}

/// Declares global functions, which the constant lists. The parameters of a function with `packed` are the views of all arguments.
///
/// ```text
/// builtins! {
///     pub(crate) const FUNCTIONS;
///     "ffi.ArraySize" fn size(array: Array<'_>) -> i64 { Ok(array.len()) }
///     packed "ffi.Array" fn array(args) { Ok(make(args)) }
/// }
/// ```
///
/// A body gives a [`Result`] of the result; that of a packed function a [`Result`] of a [`Value`].
macro_rules! builtins {
    ($visibility:vis const $list:ident; $($rest:tt)*) => {
        $crate::builtin::builtins! { @each [$visibility $list] [] $($rest)* }
    };
    (@each [$visibility:vis $list:ident] [$($done:expr,)*]) => {
        $visibility const $list: &[$crate::builtin::Builtin] = &[$($done,)*];
    };
    (@each $head:tt [$($done:expr,)*]
        packed $name:literal fn $function:ident($args:ident) $body:block $($rest:tt)*) => {
        $crate::builtin::builtins! { @each $head [$($done,)* $crate::builtin::Builtin {
            name: $name,
            signature: None,
            call: $crate::builtin::builtins! { @call $function $args $body },
        },] $($rest)* }
    };
    (@each $head:tt [$($done:expr,)*]
        $name:literal fn $function:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty $body:block $($rest:tt)*) => {
        $crate::builtin::builtins! { @each $head [$($done,)* {
            const SIGNATURE: $crate::builtin::Signature = $crate::builtin::Signature {
                parameters: &[$(<$type as $crate::builtin::Parameter<'_>>::TYPE),*],
                result: <$result as $crate::builtin::Returned>::TYPE,
            };
            let call = $crate::builtin::builtins! { @call $function args {
                let mut args = $crate::builtin::Arguments::new($name, &SIGNATURE, args)?;
                $(let $parameter: $type = args.next()?;)*
                let _ = &mut args;
                let body = move || -> $crate::catch::Result<$result> { $body };
                Ok($crate::builtin::Returned::into_value(body()?))
            } };
            $crate::builtin::Builtin { name: $name, signature: Some(SIGNATURE), call }
        },] $($rest)* }
    };
    (@call $function:ident $args:ident $body:block) => {{
        unsafe extern "C" fn $function(
            _: *mut core::ffi::c_void,
            args: *const tvm_ffi_abi::TVMFFIAny,
            num_args: i32,
            result: *mut tvm_ffi_abi::TVMFFIAny,
        ) -> core::ffi::c_int {
            let body = |$args: &[tvm_ffi_abi::TVMFFIAny]| -> $crate::catch::Result<$crate::value::Value> { $body };
            // SAFETY: the SafeCall contract is the caller's.
            unsafe { $crate::function::enter(args, num_args, result, body) }
        }
        $function
    }};
}
pub(crate) use builtins;

/// The arguments of a call, which are taken in order.
pub(crate) struct Arguments<'a> {
    name: &'static str,
    signature: &'static Signature,
    args: &'a [TVMFFIAny],
    next: usize,
}

impl<'a> Arguments<'a> {
    /// # Errors
    ///
    /// A `TypeError` unless there are as many as there are parameters.
    #[inline]
    pub(crate) fn new(
        name: &'static str,
        signature: &'static Signature,
        args: &'a [TVMFFIAny],
    ) -> Result<Self> {
        if args.len() != signature.parameters.len() {
            return Err(wrong_number(name, signature, args.len()));
        }
        Ok(Self { name, signature, args, next: 0 })
    }

    /// The next argument.
    ///
    /// # Errors
    ///
    /// A `TypeError` if it has another type.
    #[inline]
    pub(crate) fn next<T: Parameter<'a>>(&mut self) -> Result<T> {
        let index = self.next;
        self.next += 1;
        let Some(view) = self.args.get(index) else {
            return Err(wrong_number(self.name, self.signature, index));
        };
        T::read(view).ok_or_else(|| wrong_type(self.name, self.signature, index, view))
    }
}

/// A function without a name that takes an integer.
pub(crate) fn of_integer(body: impl Fn(i64) -> Result<Value> + Send + Sync + 'static) -> Function {
    const SIGNATURE: Signature =
        Signature { parameters: &[<i64 as Parameter<'_>>::TYPE], result: <Value as Returned>::TYPE };
    Function(function::closure(move |args| body(Arguments::new("", &SIGNATURE, args)?.next()?)))
}

impl Builtin {
    /// The function as an object.
    pub(crate) fn function(&self) -> Object {
        // SAFETY: functions that `builtins!` declares keep the SafeCall contract and do not use their first argument.
        unsafe { function::without_context(self.call) }
    }

    /// The metadata of the function, a JSON object with a schema of its type.
    pub(crate) fn metadata(&self) -> String {
        let schema = match &self.signature {
            None => String::from(r#"{"type":"ffi.Function"}"#),
            Some(signature) => signature.schema(),
        };
        let mut json = String::from(r#"{"type_schema":""#);
        for character in schema.chars() {
            if character == '"' {
                json.push('\\');
            }
            json.push(character);
        }
        json.push_str("\"}");
        json
    }
}

impl Signature {
    fn schema(&self) -> String {
        let parameters: Vec<&str> = self.parameters.iter().map(|parameter| parameter.schema).collect();
        [
            r#"{"type":"ffi.Function","named_args":{"return":["#,
            self.result.schema,
            r#"],"params":["#,
            &parameters.join(","),
            "]}}",
        ]
        .concat()
    }
}

/// A call as C++ prints it: ``ffi.ArrayGetItem(0: ffi.Array, 1: int) -> Any``.
fn shown(name: &str, signature: &Signature) -> String {
    let parameters: Vec<String> = signature
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| format!("{index}: {}", parameter.name))
        .collect();
    format!("`{name}({}) -> {}`", parameters.join(", "), signature.result.name)
}

#[cold]
#[inline(never)]
fn wrong_number(name: &str, signature: &Signature, count: usize) -> Failure {
    let expected = signature.parameters.len();
    let call = shown(name, signature);
    Failure::Error(
        "TypeError",
        format!(
            "Mismatched number of arguments when calling: {call}. Expected {expected} but got {count} arguments"
        ),
    )
}

#[cold]
#[inline(never)]
fn wrong_type(name: &str, signature: &Signature, index: usize, view: &TVMFFIAny) -> Failure {
    let expected = signature.parameters.get(index).map_or("", |parameter| parameter.name);
    let call = shown(name, signature);
    let got = type_name(view.type_index);
    Failure::Error(
        "TypeError",
        format!(
            "Mismatched type on argument #{index} when calling: {call}. Expected `{expected}` but got `{got}`"
        ),
    )
}

/// The [`Type`] with a name in messages, and a name in schemas if it differs: `type_of!("str", "ffi.String")`.
macro_rules! type_of {
    ($name:literal) => {
        $crate::builtin::type_of!($name, $name)
    };
    ($name:literal, $key:literal) => {
        $crate::builtin::Type { name: $name, schema: concat!("{\"type\":\"", $key, "\"}") }
    };
}
pub(crate) use type_of;

#[cfg(test)]
mod tests;
