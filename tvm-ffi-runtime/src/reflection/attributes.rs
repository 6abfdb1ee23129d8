//! The attributes of types of the runtime: conversions, and the hash and the comparison of big integers.

use core::cmp::Ordering;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex, key};

use crate::bigint;
use crate::builtin::{Parameter, Type, builtins, type_of};
use crate::catch::{Failure, Result, fail};
use crate::container;
use crate::error;
use crate::function;
use crate::text::{bytes_content, string_content};
use crate::types::{Columns, type_name};
use crate::value::Value;

/// The types that have a conversion: the index, the key, and what messages call the result.
const CONVERSIONS: &[(i32, &str, &str)] = &[
    (TypeIndex::OBJECT, "ffi.Object", "ffi.Object"),
    (TypeIndex::STR, "ffi.String", "str"),
    (TypeIndex::BYTES, "ffi.Bytes", "bytes"),
    (TypeIndex::ERROR, "ffi.Error", "ffi.Error"),
    (TypeIndex::FUNCTION, "ffi.Function", "ffi.Function"),
    (TypeIndex::SHAPE, "ffi.Shape", "ffi.Shape"),
    (TypeIndex::TENSOR, "ffi.Tensor", "ffi.Tensor"),
    (TypeIndex::ARRAY, "ffi.Array", "Array<Any>"),
    (TypeIndex::MAP, "ffi.Map", "Map<Any, Any>"),
    (TypeIndex::LIST, "ffi.List", "List<Any>"),
    (TypeIndex::DICT, "ffi.Dict", "Dict<Any, Any>"),
];

/// Sets the attributes.
pub(super) fn register(columns: &Columns) -> Result {
    for (type_index, key, name) in CONVERSIONS {
        let conversion = function::closure(move |args| match args {
            [value] => convert(value, *type_index, name),
            _ => Err(fail!(
                TypeError,
                "Mismatched number of arguments when calling: `{key}.__ffi_convert__(0: AnyView) -> {name}`. Expected 1 but got {} arguments",
                args.len()
            )),
        });
        columns.register(*type_index, b"__ffi_convert__", conversion.into())?;
    }
    for builtin in BIG_INT {
        let name = builtin.name.trim_start_matches("ffi.BigInt.");
        columns.register(TypeIndex::BIG_INT, name.as_bytes(), builtin.function().into())?;
    }
    columns.register(TypeIndex::BIG_INT, b"__any_hash__", native(any_hash as *mut _))?;
    columns.register(TypeIndex::BIG_INT, b"__any_equal__", native(any_equal as *mut _))?;
    for type_index in [TypeIndex::MODULE, TypeIndex::VISIT_INTERRUPT, TypeIndex::BIG_INT] {
        columns.register(type_index, b"__ffi_type_final__", Value::bool(true))?;
    }
    Ok(())
}

/// A native function as the value of an attribute.
fn native(address: *mut core::ffi::c_void) -> Value {
    // SAFETY: an opaque pointer owns nothing.
    unsafe { Value::from_owned(TVMFFIAny::new(TypeIndex::OPAQUE_PTR, TVMFFIAnyPayload::from_ptr(address))) }
}

/// A value as one of a type: itself, a text that the caller lends as a string, or a copy of a container.
fn convert(value: &TVMFFIAny, type_index: i32, name: &str) -> Result<Value> {
    let converted = match type_index {
        TypeIndex::OBJECT | TypeIndex::FUNCTION | TypeIndex::TENSOR
            if value.type_index == TypeIndex::NONE =>
        {
            Some(Value::NONE)
        }
        TypeIndex::OBJECT => Value::of_object(value),
        TypeIndex::STR => string_content(value).map(|_| Value::of_view(value)).transpose()?,
        TypeIndex::BYTES => bytes_content(value).map(|_| Value::of_view(value)).transpose()?,
        _ if value.type_index == type_index => Value::of_object(value),
        _ => container::converted(value, type_index)?,
    };
    converted.ok_or_else(|| {
        let got = type_name(value.type_index);
        fail!(TypeError, "Cannot cast from `{got}` to `{name}`")
    })
}

/// An object of any type, as an argument.
struct AnyObject<'a>(&'a TVMFFIAny);

impl<'a> Parameter<'a> for AnyObject<'a> {
    const TYPE: Type = type_of!("ffi.Object");

    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        (view.type_index >= TypeIndex::STATIC_OBJECT_BEGIN).then_some(Self(view))
    }
}

/// A function that is not called, or None, as an argument.
struct AnyFunction;

impl Parameter<'_> for AnyFunction {
    const TYPE: Type = type_of!("ffi.Function");

    fn read(view: &TVMFFIAny) -> Option<Self> {
        matches!(view.type_index, TypeIndex::FUNCTION | TypeIndex::NONE).then_some(Self)
    }
}

builtins! {
    const BIG_INT;

    "ffi.BigInt.__ffi_eq__" fn equal(a: AnyObject<'_>, b: AnyObject<'_>, _equal: AnyFunction) -> bool {
        Ok(words(a.0)? == words(b.0)?)
    }

    "ffi.BigInt.__ffi_compare__" fn compare(a: AnyObject<'_>, b: AnyObject<'_>, _compare: AnyFunction) -> i64 {
        Ok(order(words(a.0)?, words(b.0)?) as i64)
    }

    "ffi.BigInt.__ffi_hash__" fn hash(value: AnyObject<'_>, _hash: AnyFunction) -> i64 {
        hash_of(value.0)
    }
}

/// The bytes of the words of a big integer, the lowest first.
fn words(value: &TVMFFIAny) -> Result<&[u8]> {
    if !matches!(value.type_index, TypeIndex::INT | TypeIndex::BIG_INT) {
        let got = type_name(value.type_index);
        return Err(fail!(TypeError, "Cannot treat type `{got}` as type `BigInt`"));
    }
    // SAFETY: the words live as long as the value.
    Ok(unsafe { bigint::content(value).bytes() })
}

fn hash_of(value: &TVMFFIAny) -> Result<i64> {
    let words = words(value)?;
    Ok(match value.type_index {
        TypeIndex::INT => value.payload.int(),
        _ => key::hash_bytes(words).cast_signed(),
    })
}

/// The order of two integers in two's complement. The one with more words has the greater magnitude.
fn order(a: &[u8], b: &[u8]) -> Ordering {
    let is_negative = |words: &[u8]| words.last().is_some_and(|byte| byte.cast_signed() < 0);
    let longer = a.len().cmp(&b.len());
    match (is_negative(a), is_negative(b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        (true, true) => longer.reverse().then_with(|| a.iter().rev().cmp(b.iter().rev())),
        (false, false) => longer.then_with(|| a.iter().rev().cmp(b.iter().rev())),
    }
}

/// `__any_hash__` of big integers, as a native function.
unsafe extern "C" fn any_hash(value: &TVMFFIAny) -> TVMFFIAny {
    native_result(hash_of(value).map(Value::int))
}

/// `__any_equal__` of big integers, as a native function.
unsafe extern "C" fn any_equal(a: &TVMFFIAny, b: &TVMFFIAny) -> TVMFFIAny {
    let equal = words(a).and_then(|a| Ok(a == words(b)?));
    native_result(equal.map(Value::bool))
}

/// The result of a native function: the value, or an error object.
fn native_result(result: Result<Value>) -> TVMFFIAny {
    let value = result.unwrap_or_else(|failure| match failure {
        Failure::Object(error) => error.into(),
        Failure::Error(kind, message) => error::object(kind, &message).into(),
        Failure::Raised => error::take_raised().map_or(Value::NONE, Value::from),
    });
    value.into_raw()
}
