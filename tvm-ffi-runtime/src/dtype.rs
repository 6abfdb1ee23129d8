//! Names of dtypes.

use core::ffi::c_int;

use tvm_ffi_abi::dtype::{CUSTOM_BEGIN, Fault, LETTERS, Name, push_lanes, push_name, with_bits_and_lanes};
use tvm_ffi_abi::{DLDataType, DLDataTypeCode, TVMFFIAny, TVMFFIByteArray, TypeIndex, dtype};

use crate::catch::{self, Failure, Result, fail, no_memory};
use crate::function;
use crate::globals;
use crate::lent;
use crate::object::Object;
use crate::text::{self, string_content};
use crate::types::cannot_convert;
use crate::value::Value;

/// Parses a name.
fn parse(text: &[u8]) -> Result<DLDataType> {
    match dtype::parse(text) {
        // As the C++ runtime does, refuse names that C++ libraries do not know.
        Ok(dtype) if is_complex(dtype) => Err(failure(text, Fault::Unknown)),
        Ok(dtype) => Ok(dtype),
        Err(Fault::Custom) => custom(text),
        Err(fault) => Err(failure(text, fault)),
    }
}

fn is_complex(dtype: DLDataType) -> bool {
    [DLDataTypeCode::kDLComplex, DLDataTypeCode::kDLBcomplex].contains(&dtype.code.into())
}

/// The words of the C++ runtime, which quotes the long form of a name.
#[cold]
#[inline(never)]
fn failure(text: &[u8], fault: Fault<'_>) -> Failure {
    let name = long_form(text);
    // C++ reads no further than this word.
    let is_complex = text.starts_with(b"complex") || text.starts_with(b"bcomplex");
    match if is_complex { Fault::Unknown } else { fault } {
        Fault::Unknown | Fault::Custom => fail!(ValueError, "unknown dtype `{name}`"),
        Fault::UnknownMiniFloat(bits) => fail!(ValueError, "unknown float{bits} type `{name}`"),
        Fault::Number(digits) => fail!(
            ValueError,
            "Integer value in dtype string '{}' is out of range for uint32_t",
            String::from_utf8_lossy(digits)
        ),
        Fault::Bits(bits) => {
            fail!(ValueError, "Bits value {bits} is out of range for uint8_t in dtype '{name}'")
        }
        Fault::NoLanes => fail!(
            ValueError,
            "Invalid lanes specification in dtype '{name}'. Lanes must be a positive integer."
        ),
        Fault::Lanes(lanes) => {
            fail!(ValueError, "Lanes value {lanes} is out of range for uint16_t in dtype '{name}'")
        }
    }
}

/// A name with its first word written out: `float8_e4m3` for `fp8_e4m3`, `int8` for `i8`.
fn long_form(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let starts_with_digit = |tail: &&str| tail.starts_with(|c: char| c.is_ascii_digit());
    let mini =
        text.strip_prefix("fp").filter(|tail| ["8_", "6_", "4_"].iter().any(|start| tail.starts_with(start)));
    let letter = || {
        LETTERS.iter().find_map(|(letter, word)| {
            let tail = text.strip_prefix(letter).filter(starts_with_digit)?;
            Some((*word, tail))
        })
    };
    match mini.map(|tail| ("float", tail)).or_else(letter) {
        Some((word, tail)) => [word, tail].concat(),
        None => text.into_owned(),
    }
}

/// Parses `custom[name]`, whose code a function of the program knows.
#[cold]
#[inline(never)]
fn custom(text: &[u8]) -> Result<DLDataType> {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let Some(name) = text.strip_prefix(b"custom[") else {
        return Err(fail!(ValueError, "expected opening brace after 'custom' type in{}", shown()));
    };
    let Some(end) = name.iter().position(|byte| *byte == b']') else {
        return Err(fail!(ValueError, "expected closing brace after 'custom' type in{}", shown()));
    };
    let (name, tail) = name.split_at(end);
    let code = ask("dtype.get_custom_type_code", &text::string(name))?;
    if !matches!(code.type_index(), TypeIndex::INT | TypeIndex::BOOL) {
        return Err(cannot_convert(code.type_index(), "int"));
    }
    // As in C++, the code wraps around.
    let base = DLDataType { code: code.view().payload.int() as u8, bits: 32, lanes: 1 };
    with_bits_and_lanes(base, &tail[1..]).map_err(|fault| failure(text, fault))
}

/// Calls a global function with one argument.
fn ask(name: &str, argument: &Value) -> Result<Value> {
    match globals::table().get(name.as_bytes()) {
        // SAFETY: the table has only functions, and the argument is an owned value.
        Some(function) => unsafe { function::call(&function, &[*argument.view()]) },
        None => Err(fail!(ValueError, "Function {name} not found")),
    }
}

/// The name of a dtype, as a string on the heap.
fn name(dtype: DLDataType) -> Result<Object> {
    match dtype::word(dtype) {
        // The word alone, without a copy to a buffer.
        Some((word, None)) if dtype.lanes == 1 => return text_of(word.as_bytes()),
        _ if is_complex(dtype) => {}
        _ => {
            let mut name = Name::EMPTY;
            if push_name(dtype, &mut name) {
                return text_of(name.as_bytes());
            }
        }
    }
    custom_name(dtype)
}

fn text_of(name: &[u8]) -> Result<Object> {
    text::string_object(name).ok_or_else(no_memory)
}

/// The name of a custom dtype, which a function of the program knows.
#[cold]
#[inline(never)]
fn custom_name(dtype: DLDataType) -> Result<Object> {
    if dtype.code < CUSTOM_BEGIN {
        return Err(fail!(ValueError, "DLDataType contains unknown type_code={}", dtype.code));
    }
    let custom = ask("dtype.get_custom_type_name", &Value::int(dtype.code.into()))?;
    let content = string_content(custom.view()).ok_or_else(|| cannot_convert(custom.type_index(), "str"))?;
    let mut lanes = Name::EMPTY;
    push_lanes(dtype.lanes, &mut lanes);
    text_of(&[&b"custom["[..], content, b"]", lanes.as_bytes()].concat())
}

/// `TVMFFIDataTypeFromString`.
///
/// # Safety
///
/// The C API: the text is readable, and `out` is writable.
pub(crate) unsafe extern "C" fn from_string(text: *const TVMFFIByteArray, out: *mut DLDataType) -> c_int {
    catch::code(|| {
        // SAFETY: the caller's contract.
        let dtype = parse(unsafe { lent::bytes(text) })?;
        // SAFETY: the caller's contract.
        unsafe { out.write(dtype) };
        Ok(())
    })
}

/// `TVMFFIDataTypeToString`. As in C++, the string is on the heap, also if it is short.
///
/// # Safety
///
/// The C API: the dtype is readable, and `out` is writable.
pub(crate) unsafe extern "C" fn to_string(dtype: *const DLDataType, out: *mut TVMFFIAny) -> c_int {
    // SAFETY: the caller's contract.
    match name(unsafe { dtype.read() }) {
        Ok(name) => {
            // SAFETY: the caller's contract.
            unsafe { out.write(Value::from(name).into_raw()) };
            0
        }
        Err(failure) => catch::raise(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(failure: Failure) -> String {
        match failure {
            Failure::Error(kind, message) => format!("{kind}: {message}"),
            _ => String::from("raised"),
        }
    }

    #[test]
    fn messages_have_the_long_form_of_a_name() {
        let cases = [
            ("flt", "ValueError: unknown dtype `flt`"),
            ("complex64", "ValueError: unknown dtype `complex64`"),
            ("bcomplex256", "ValueError: unknown dtype `bcomplex256`"),
            ("f8_x", "ValueError: unknown float8 type `float8_x`"),
            ("fp6_x", "ValueError: unknown float6 type `float6_x`"),
            ("i256", "ValueError: Bits value 256 is out of range for uint8_t in dtype 'int256'"),
            (
                "bf16x0",
                "ValueError: Invalid lanes specification in dtype 'bfloat16x0'. Lanes must be a positive integer.",
            ),
            (
                "int8x70000",
                "ValueError: Lanes value 70000 is out of range for uint16_t in dtype 'int8x70000'",
            ),
            (
                "int99999999999",
                "ValueError: Integer value in dtype string '99999999999' is out of range for uint32_t",
            ),
            ("customx", "ValueError: expected opening brace after 'custom' type incustomx"),
            ("custom[x", "ValueError: expected closing brace after 'custom' type incustom[x"),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text.as_bytes()).map_err(message).err().as_deref(), Some(expected));
        }
    }

    #[test]
    fn names_are_strings_on_the_heap() {
        for (dtype, expected) in [
            (DLDataType { code: 2, bits: 32, lanes: 1 }, "float32"),
            (DLDataType { code: 6, bits: 8, lanes: 1 }, "bool"),
            (DLDataType { code: 3, bits: 0, lanes: 0 }, ""),
        ] {
            let mut out = TVMFFIAny::NONE;
            // SAFETY: the dtype is readable, `out` is writable.
            assert_eq!(unsafe { to_string(&dtype, &mut out) }, 0);
            // SAFETY: the function gave an owned value.
            let value = unsafe { Value::from_owned(out) };
            assert_eq!(value.type_index(), TypeIndex::STR);
            assert_eq!(string_content(value.view()), Some(expected.as_bytes()));
        }
        let unknown = name(DLDataType { code: 5, bits: 64, lanes: 1 }).map_err(message).err();
        assert_eq!(unknown, Some(String::from("ValueError: DLDataType contains unknown type_code=5")));
    }
}
