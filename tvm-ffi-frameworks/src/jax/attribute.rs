//! Attributes as arguments. XLA finds them by name; one that is missing is the default of its parameter.

use core::ptr::read_unaligned;
use core::str;

use tvm_ffi_core::__private::ABSENT;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, Array, DType, Str};

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
        let Some(of) = plan.attributes.iter().find(|of| of.name.as_bytes() == name) else {
            let name = String::from_utf8_lossy(name);
            return Err(Failure::argument(format!(
                "{}: no parameter is for the attribute `{name}`",
                plan.name
            )));
        };
        // SAFETY: the caller's contract.
        let value = unsafe { value(raw, owned) };
        let value =
            value.map_err(|reason| Failure::argument(format!("{}: `{}`: {reason}", plan.name, of.name)))?;
        if of.is_tensor && value.type_index != TypeIndex::NONE {
            let message = format!(
                "{}: `{}` is a tensor, and the attribute of its name has a value",
                plan.name, of.name
            );
            return Err(Failure::argument(message));
        }
        if let Some(argument) = arguments.get_mut(of.parameter) {
            *argument = value;
        }
    }
    let is_missing =
        |index: usize| arguments.get(index).is_some_and(|argument| argument.type_index == ABSENT);
    match plan.attributes.iter().find(|of| of.is_required && is_missing(of.parameter)) {
        Some(of) => Err(Failure::argument(format!("{}: the attribute `{}` is missing", plan.name, of.name))),
        None => Ok(()),
    }
}

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
            let bytes = unsafe { bytes(raw.value.cast()) }.map_err(|failure| failure.message)?;
            let text = str::from_utf8(bytes).map_err(|error| format!("the text is not UTF-8: {error}"))?;
            keep(Any::new(Str::from(text)))
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
    let unknown = || format!("a scalar of XLA's type {number} is neither a number nor a boolean");
    let dtype = dtype(number).ok_or_else(unknown)?;
    macro_rules! read {
        ($type:ty) => {
            // SAFETY: the caller's contract.
            unsafe { read_unaligned(value.cast::<$type>()) }
        };
    }
    let int = |value: i64| Ok(TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(value)));
    let float = |value: f64| Ok(TVMFFIAny::new(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(value)));
    match dtype {
        DType::BOOL => {
            Ok(TVMFFIAny::new(TypeIndex::BOOL, TVMFFIAnyPayload::from_int((read!(u8) != 0).into())))
        }
        DType::I8 => int(read!(i8).into()),
        DType::I16 => int(read!(i16).into()),
        DType::I32 => int(read!(i32).into()),
        DType::I64 => int(read!(i64)),
        DType::U8 => int(read!(u8).into()),
        DType::U16 => int(read!(u16).into()),
        DType::U32 => int(read!(u32).into()),
        DType::U64 => int(i64::try_from(read!(u64)).map_err(|_| format!("{} is too large", read!(u64)))?),
        DType::F32 => float(read!(f32).into()),
        DType::F64 => float(read!(f64)),
        _ => Err(unknown()),
    }
}

/// A list of integers, or of floats.
///
/// # Safety
///
/// The contract of call frames.
unsafe fn array(of: &abi::Array) -> Result<Any, String> {
    let refused = || format!("a list of XLA's type {} is not one of int64 or float64", of.dtype);
    let element = dtype(of.dtype).ok_or_else(refused)?;
    let size = i64::try_from(of.size).unwrap_or(-1);
    macro_rules! array {
        ($type:ty) => {{
            // SAFETY: the caller's contract.
            let elements = unsafe { list(of.data.cast::<$type>(), size) };
            let elements = elements.map_err(|failure| failure.message)?;
            Ok(Any::new(elements.iter().copied().collect::<Array<$type>>()))
        }};
    }
    match element {
        DType::I64 => array!(i64),
        DType::F64 => array!(f64),
        _ => Err(refused()),
    }
}
