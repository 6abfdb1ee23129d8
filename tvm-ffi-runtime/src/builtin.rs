//! Global functions that come with the runtime: their declaration, decoding of their arguments, and the messages about wrong ones.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use tvm_ffi_abi::{TVMFFIAny, TVMFFISafeCallType, TypeIndex};

use crate::catch::{self, Failure, Result};
use crate::object::Object;
use crate::types;
use crate::value::Value;

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
            call: {
                unsafe extern "C" fn $function(
                    _: *mut core::ffi::c_void,
                    args: *const tvm_ffi_abi::TVMFFIAny,
                    num_args: i32,
                    result: *mut tvm_ffi_abi::TVMFFIAny,
                ) -> core::ffi::c_int {
                    let body = |$args: &[tvm_ffi_abi::TVMFFIAny]| -> $crate::catch::Result<$crate::value::Value> { $body };
                    // SAFETY: the SafeCall contract is the caller's.
                    unsafe { $crate::builtin::enter(args, num_args, result, body) }
                }
                $function
            },
        },] $($rest)* }
    };
    (@each $head:tt [$($done:expr,)*]
        $name:literal fn $function:ident($($parameter:ident: $type:ty),* $(,)?) -> $result:ty $body:block $($rest:tt)*) => {
        $crate::builtin::builtins! { @each $head [$($done,)* {
            const SIGNATURE: $crate::builtin::Signature = $crate::builtin::Signature {
                parameters: &[$(<$type as $crate::builtin::Parameter<'_>>::TYPE),*],
                result: <$result as $crate::builtin::Returned>::TYPE,
            };
            unsafe extern "C" fn $function(
                _: *mut core::ffi::c_void,
                args: *const tvm_ffi_abi::TVMFFIAny,
                num_args: i32,
                result: *mut tvm_ffi_abi::TVMFFIAny,
            ) -> core::ffi::c_int {
                let body = |args: &[tvm_ffi_abi::TVMFFIAny]| -> $crate::catch::Result<$crate::value::Value> {
                    let mut args = $crate::builtin::Arguments::new($name, &SIGNATURE, args)?;
                    $(let $parameter: $type = args.next()?;)*
                    let _ = &mut args;
                    let body = move || -> $crate::catch::Result<$result> { $body };
                    Ok($crate::builtin::Returned::into_value(body()?))
                };
                // SAFETY: the SafeCall contract is the caller's.
                unsafe { $crate::builtin::enter(args, num_args, result, body) }
            }
            $crate::builtin::Builtin { name: $name, signature: Some(SIGNATURE), call: $function }
        },] $($rest)* }
    };
}
pub(crate) use builtins;

/// Runs the body of a function with the views of its arguments, and writes its result.
///
/// # Safety
///
/// The SafeCall contract.
#[inline(always)]
pub(crate) unsafe fn enter<'a>(
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
    body: impl FnOnce(&'a [TVMFFIAny]) -> Result<Value>,
) -> c_int {
    let count = usize::try_from(num_args).unwrap_or(0);
    let args = if args.is_null() || count == 0 {
        &[][..]
    } else {
        // SAFETY: the caller's contract.
        unsafe { core::slice::from_raw_parts(args, count) }
    };
    catch::code(|| {
        let value = body(args)?.into_raw();
        // SAFETY: the caller's contract: the place is writable and owns nothing.
        unsafe { result.write(value) };
        Ok(())
    })
}

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

impl Builtin {
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

/// The key of a type, for messages.
pub(crate) fn type_name(type_index: i32) -> String {
    match types::entry(type_index) {
        Some(entry) => entry.key_text(),
        None => format!("type {type_index}"),
    }
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

impl<'a> Parameter<'a> for &'a TVMFFIAny {
    const TYPE: Type = type_of!("Any");

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        Some(view)
    }
}

impl Parameter<'_> for i64 {
    const TYPE: Type = type_of!("int");

    #[inline(always)]
    fn read(view: &TVMFFIAny) -> Option<Self> {
        matches!(view.type_index, TypeIndex::INT | TypeIndex::BOOL).then(|| view.payload.int())
    }
}

impl Parameter<'_> for bool {
    const TYPE: Type = type_of!("bool");

    #[inline(always)]
    fn read(view: &TVMFFIAny) -> Option<Self> {
        matches!(view.type_index, TypeIndex::INT | TypeIndex::BOOL).then(|| view.payload.int() != 0)
    }
}

/// An address that the runtime does not follow by itself. `None` is NULL.
impl Parameter<'_> for *mut c_void {
    const TYPE: Type = type_of!("void*");

    #[inline]
    fn read(view: &TVMFFIAny) -> Option<Self> {
        match view.type_index {
            TypeIndex::OPAQUE_PTR => Some(view.payload.ptr()),
            TypeIndex::NONE => Some(null_mut()),
            _ => None,
        }
    }
}

impl Returned for Value {
    const TYPE: Type = type_of!("Any");

    #[inline(always)]
    fn into_value(self) -> Value {
        self
    }
}

impl Returned for () {
    const TYPE: Type = type_of!("void", "None");

    fn into_value(self) -> Value {
        Value::NONE
    }
}

impl Returned for i64 {
    const TYPE: Type = type_of!("int");

    fn into_value(self) -> Value {
        Value::int(self)
    }
}

impl Returned for bool {
    const TYPE: Type = type_of!("bool");

    fn into_value(self) -> Value {
        Value::bool(self)
    }
}

impl Returned for Object {
    const TYPE: Type = type_of!("ffi.Object");

    fn into_value(self) -> Value {
        Value::from(self)
    }
}

#[cfg(test)]
mod tests;
