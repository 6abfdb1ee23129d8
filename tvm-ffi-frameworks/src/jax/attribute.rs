//! Attributes as arguments. XLA finds them by name; one that is missing is the default of its parameter.

use core::ptr::read_unaligned;
use core::str::{self, Utf8Error};

use tvm_ffi_core::__private::{ABSENT, Param, array_of};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, DType, Str};

use super::abi::{self, ARRAY, ByteSpan, DICTIONARY, SCALAR, STRING, Scalar};
use super::dtype::dtype;
use super::failure::Failure;
use super::frame::{Frame, RawAttribute, list};
use super::plan::Plan;

/// The argument of a parameter that the caller leaves out.
pub(crate) const OMITTED: TVMFFIAny = TVMFFIAny::new(ABSENT, TVMFFIAnyPayload::from_int(0));

/// Writes the arguments that are attributes. `owned` keeps what they refer to.
///
/// # Safety
///
/// The contract of call frames.
pub(super) unsafe fn read(
    frame: Frame<'_>,
    plan: &Plan,
    arguments: &mut [TVMFFIAny],
    owned: &mut Vec<Any>,
) -> Result<(), Failure> {
    for raw in frame.attributes()? {
        // SAFETY: the caller's contract.
        let name = unsafe { bytes(raw.name) }?;
        let mut attributes = plan.attributes();
        let Some((index, parameter)) = attributes.find(|(_, of)| of.name.as_bytes() == name) else {
            let name = String::from_utf8_lossy(name);
            let what = format!("{}: no parameter is for the attribute `{name}`", plan.record.name);
            return Err(Failure::argument(what));
        };
        // SAFETY: the caller's contract.
        let value = unsafe { value(raw, owned) };
        let value = value.map_err(|reason| {
            Failure::argument(format!("{}: `{}`: {reason}", plan.record.name, parameter.name))
        })?;
        if parameter.of.tensor.is_some() && value.type_index != TypeIndex::NONE {
            let why = "` is a tensor, and the attribute of its name has a value";
            return Err(Failure::argument(format!("{}: `{}{why}", plan.record.name, parameter.name)));
        }
        if let Some(argument) = arguments.get_mut(index) {
            *argument = value;
        }
    }
    let is_missing =
        |index: usize| arguments.get(index).is_some_and(|argument| argument.type_index == ABSENT);
    let is_required = |of: &Param| of.of.tensor.is_none() && of.default.is_none();
    match plan.attributes().find(|(index, of)| is_required(of) && is_missing(*index)) {
        Some((_, of)) => {
            Err(Failure::argument(format!("{}: the attribute `{}` is missing", plan.record.name, of.name)))
        }
        None => Ok(()),
    }
}

/// The value of an attribute; or why it has none.
///
/// # Safety
///
/// The contract of call frames.
unsafe fn value(raw: RawAttribute, owned: &mut Vec<Any>) -> Result<TVMFFIAny, String> {
    let mut keep = |object: Any| {
        let view = *object.as_raw();
        owned.push(object);
        Ok(view)
    };
    match raw.kind {
        _ if raw.value.is_null() => Err(String::from("XLA passes no value")),
        SCALAR => {
            // SAFETY: the caller's contract: the type says what the value is.
            let Scalar { dtype: number, value } = unsafe { &*raw.value.cast::<Scalar>() };
            // SAFETY: as above: it points to a number of its type.
            unsafe { scalar(*number, value.cast()) }
        }
        STRING => {
            // SAFETY: as above.
            let bytes = unsafe { bytes(raw.value.cast()) }
                .map_err(|failure| failure.message.to_string_lossy().into_owned())?;
            let no_text = |error: Utf8Error| format!("the text is not UTF-8: {error}");
            keep(Any::new(Str::from(str::from_utf8(bytes).map_err(no_text)?)))
        }
        ARRAY => {
            // SAFETY: as above.
            let of = unsafe { &*raw.value.cast::<abi::Array>() };
            // SAFETY: as above.
            keep(unsafe { array(of) }?)
        }
        DICTIONARY => Ok(TVMFFIAny::NONE),
        other => Err(format!("the attribute has type {other}, which this library does not know")),
    }
}

/// # Safety
///
/// The contract of call frames.
unsafe fn bytes<'a>(span: *const ByteSpan) -> Result<&'a [u8], Failure> {
    // SAFETY: the caller's contract.
    let ByteSpan { data, size } = unsafe { &*span };
    // SAFETY: as above.
    unsafe { list(data.cast(), i64::try_from(*size).unwrap_or(-1)) }
}

/// A number or a boolean.
///
/// # Safety
///
/// The pointer points to a value of the dtype with this number.
unsafe fn scalar(number: i32, value: *const u8) -> Result<TVMFFIAny, String> {
    macro_rules! read {
        ($type:ty) => {
            // SAFETY: the caller's contract.
            unsafe { read_unaligned(value.cast::<$type>()) }
        };
    }
    let int = |value: i64| Ok(TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value)));
    let float = |value: f64| Ok(TVMFFIAny::new(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(value)));
    match dtype(number) {
        Some(DType::BOOL) => {
            Ok(TVMFFIAny::new(TypeIndex::BOOL, TVMFFIAnyPayload::from_int((read!(u8) != 0).into())))
        }
        Some(DType::I8) => int(read!(i8).into()),
        Some(DType::I16) => int(read!(i16).into()),
        Some(DType::I32) => int(read!(i32).into()),
        Some(DType::I64) => int(read!(i64)),
        Some(DType::U8) => int(read!(u8).into()),
        Some(DType::U16) => int(read!(u16).into()),
        Some(DType::U32) => int(read!(u32).into()),
        Some(DType::U64) => match i64::try_from(read!(u64)) {
            Ok(value) => int(value),
            Err(_) => Err(format!("{} is too large", read!(u64))),
        },
        Some(DType::F32) => float(read!(f32).into()),
        Some(DType::F64) => float(read!(f64)),
        _ => Err(refused("a scalar", number, " is neither a number nor a boolean")),
    }
}

#[cold]
fn refused(what: &str, number: i32, why: &str) -> String {
    format!("{what} of XLA's type {number}{why}")
}

/// A list of integers, or of floats.
///
/// # Safety
///
/// The contract of call frames.
unsafe fn array(of: &abi::Array) -> Result<Any, String> {
    let type_index = match dtype(of.dtype) {
        Some(DType::I64) => TypeIndex::INT,
        Some(DType::F64) => TypeIndex::FLOAT,
        _ => return Err(refused("a list", of.dtype, " is not one of int64 or float64")),
    };
    // SAFETY: the caller's contract. Both dtypes have the size of a `u64`.
    let elements = unsafe { list(of.data.cast::<[u8; 8]>(), i64::try_from(of.size).unwrap_or(-1)) };
    let mut values = Vec::new();
    for element in elements.map_err(|failure| failure.message.to_string_lossy().into_owned())? {
        let payload = TVMFFIAnyPayload::from_uint(u64::from_ne_bytes(*element));
        // SAFETY: a number owns nothing.
        values.push(unsafe { Any::from_raw(TVMFFIAny::new(type_index, payload)) });
    }
    Ok(array_of(values))
}
