//! Parsing of dtypes.

use super::DType;
use crate::abi::dtype::MINI_FLOATS;
use crate::abi::{DLDataType, TVMFFIByteArray, dtype};
use crate::error::take_raised;
use crate::runtime::table;

/// Parses a name; `None` if it is not a dtype.
pub(crate) fn parse(text: &str) -> Option<DType> {
    match dtype::parse(text.as_bytes()) {
        Ok(dtype) => Some(DType::from_dl(dtype)),
        Err(dtype::Fault::Custom) => custom(text),
        Err(_) => None,
    }
}

/// Parses a custom type, which only the runtime knows.
#[cold]
fn custom(text: &str) -> Option<DType> {
    // The runtime searches for the bracket beyond the end of the text, so check here that the text has one.
    if !text.strip_prefix("custom[")?.contains(']') || crate::runtime::find().is_err() {
        return None;
    }
    let mut out: DLDataType = DType::VOID.to_dl();
    // SAFETY: the text is readable, `out` is writable.
    match unsafe { table::TVMFFIDataTypeFromString(&TVMFFIByteArray::of(text.as_bytes()), &mut out) } {
        0 => Some(DType::from_dl(out)),
        _ => {
            // Take the error, which would otherwise stay set on the thread.
            drop(take_raised());
            None
        }
    }
}

/// The message for a text that is not a dtype.
#[cold]
pub(crate) fn not_a_dtype(text: &str) -> String {
    let mut message = format!(
        "`{text}` is not a dtype, expected `int`, `uint`, `float`, `bfloat` or `complex` with a number of bits, `bool`, `handle`, `void`"
    );
    for (name, _) in MINI_FLOATS {
        message.push_str(", `");
        message.push_str(name);
        message.push('`');
    }
    message.push_str(", or `custom[name]`; lanes as in `float32x4`; short forms are `i32`, `u8`, `f16`, `bf16`, `fp8_e5m2`");
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_lists_what_is_understood() {
        assert_eq!(
            not_a_dtype("flt"),
            "`flt` is not a dtype, expected `int`, `uint`, `float`, `bfloat` or `complex` with a number of bits, `bool`, \
             `handle`, `void`, `float8_e3m4`, `float8_e4m3`, `float8_e4m3b11fnuz`, `float8_e4m3fn`, `float8_e4m3fnuz`, \
             `float8_e5m2`, `float8_e5m2fnuz`, `float8_e8m0fnu`, `float6_e2m3fn`, `float6_e3m2fn`, `float4_e2m1fn`, or \
             `custom[name]`; lanes as in `float32x4`; short forms are `i32`, `u8`, `f16`, `bf16`, `fp8_e5m2`"
        );
    }
}
