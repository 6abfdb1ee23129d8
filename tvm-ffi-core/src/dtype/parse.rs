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
    fn reads_every_form() {
        let cases = [
            ("int8", DType::I8),
            ("int", DType::I32),
            ("i8", DType::I8),
            ("u64", DType::U64),
            ("f32", DType::F32),
            ("f8", DType::new(2, 8, 1)),
            ("bf16", DType::BF16),
            ("bfloat16", DType::BF16),
            ("bfloat", DType::BF16),
            ("bool", DType::BOOL),
            ("bool1", DType::new(6, 1, 1)),
            ("handle", DType::HANDLE),
            ("void", DType::VOID),
            ("", DType::VOID),
            ("complex64", DType::COMPLEX64),
            ("complex128", DType::COMPLEX128),
            ("bcomplex32", DType::BCOMPLEX32),
            ("float8_e4m3", DType::F8_E4M3),
            ("fp8_e4m3fn", DType::F8_E4M3FN),
            ("f8_e4m3fnuz", DType::F8_E4M3FNUZ),
            ("float8_e4m3b11fnuzx2", DType::F8_E4M3B11FNUZ.with_lanes(2)),
            ("fp6_e2m3fn", DType::F6_E2M3FN),
            ("float4_e2m1fn_x2", DType::F4_E2M1FN.with_lanes(2)),
            ("float4_e2m1fnx2", DType::F4_E2M1FN.with_lanes(2)),
            ("float32x4", DType::F32.with_lanes(4)),
            ("int8xvscalex4", DType::I8.with_lanes(4u16.wrapping_neg())),
        ];
        for (text, dtype) in cases {
            assert_eq!(parse(text), Some(dtype), "{text}");
        }
    }

    #[test]
    fn refuses_everything_else() {
        let cases = [
            "flaot32",
            "x",
            "i",
            "u",
            "f",
            "bf",
            "int8x",
            "int8x0",
            "int8x65536",
            "int8x4x4",
            "int256",
            "int99999999999999999999999",
            " int8",
            "int8 ",
            "Int8",
            "float8_",
            "float8_e4m3f",
            "float8_e4m3_x2",
            "float8_e4m3xvscalex2",
            "float6_e4m3",
            "fp8e4m3",
            "custom",
            "custom[",
            "custom]x[",
            "voidx4",
            "ünt8",
            "int8é",
        ];
        for text in cases {
            assert_eq!(parse(text), None, "{text}");
        }
    }

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
