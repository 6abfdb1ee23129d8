//! Printing of dtypes.

use super::DType;
use crate::abi::TVMFFIAny;
use crate::abi::dtype::{CUSTOM_BEGIN, push_name, word};
use crate::any::Any;
use crate::error::take_raised;
use crate::runtime::table;

/// Appends the name of a dtype.
pub(super) fn push(dtype: DType, out: &mut String) {
    if push_name(dtype.to_dl(), out) {
        return;
    }
    let custom = if dtype.code >= CUSTOM_BEGIN { custom(dtype) } else { None };
    out.push_str(&custom.unwrap_or_else(|| unknown(dtype)));
}

impl DType {
    /// The word that the name begins with, and the number of bits if the name has it next; `None` of handles and of unknown codes.
    pub(crate) const fn word(self) -> Option<(&'static str, Option<u8>)> {
        word(self.to_dl())
    }
}

/// The name for an unknown code, for which the runtime raises an error.
fn unknown(dtype: DType) -> String {
    format!("dtype(code={}, bits={}, lanes={})", dtype.code, dtype.bits, dtype.lanes)
}

/// The name of a custom type, if the runtime knows it.
#[cold]
fn custom(dtype: DType) -> Option<String> {
    if !crate::runtime::is_present() {
        return None;
    }
    let mut out = TVMFFIAny::NONE;
    // SAFETY: the dtype is readable, `out` is writable.
    let code = unsafe { table::TVMFFIDataTypeToString(&dtype.to_dl(), &mut out) };
    if code != 0 {
        // Take the error, which would otherwise stay set on the thread.
        drop(take_raised());
        return None;
    }
    // SAFETY: the runtime returned an owned value.
    unsafe { Any::from_raw(out) }.cast().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_the_names_of_the_runtime() {
        let cases = [
            (DType::I8, "int8"),
            (DType::U64, "uint64"),
            (DType::F16, "float16"),
            (DType::BF16, "bfloat16"),
            (DType::BOOL, "bool"),
            (DType::BOOL.with_lanes(4), "boolx4"),
            (DType::new(6, 1, 1), "bool1"),
            (DType::HANDLE, "handle"),
            (DType::HANDLE.with_lanes(3), "handle"),
            (DType::VOID, ""),
            (DType::F8_E4M3B11FNUZ, "float8_e4m3b11fnuz"),
            (DType::F4_E2M1FN.with_lanes(2), "float4_e2m1fnx2"),
            (DType::F32.with_lanes(4), "float32x4"),
            (DType::F32.with_lanes(4u16.wrapping_neg()), "float32xvscalex4"),
            (DType::F32.with_lanes(0x8000), "float32xvscalex32768"),
            (DType::F32.with_lanes(0), "float32"),
            (DType::F32.with_lanes(u16::MAX), "float32"),
            (DType::COMPLEX128, "complex128"),
            (DType::BCOMPLEX32, "bcomplex32"),
            (DType::new(77, 8, 2), "dtype(code=77, bits=8, lanes=2)"),
        ];
        for (dtype, expected) in cases {
            assert_eq!(dtype.name(), expected);
        }
    }

    #[test]
    fn formats_like_text() {
        assert_eq!(format!("[{:>8}]", DType::I8), "[    int8]");
        assert_eq!(format!("{:?} {:?}", DType::F32, DType::VOID), "float32 void");
    }

    #[test]
    fn every_name_is_read_back() {
        for code in (0..=18).filter(|code| *code != DType::HANDLE.code) {
            let mini = crate::abi::dtype::MINI_FLOATS
                .iter()
                .find(|(_, dtype)| dtype.code == code)
                .map(|(_, dtype)| dtype.bits);
            let all_bits: &[u8] = if cfg!(miri) { &[8, 255] } else { &[1, 8, 16, 32, 64, 128, 255] };
            for &bits in all_bits {
                for lanes in [1, 4, 4u16.wrapping_neg()] {
                    let dtype = DType::new(code, mini.unwrap_or(bits), lanes);
                    let back = dtype.name().parse::<DType>();
                    // Only these names have no scalable form.
                    assert_eq!(back.is_err(), mini.is_some() && dtype.is_scalable(), "{dtype}");
                    assert!(back.is_err() || back.unwrap() == dtype, "{dtype}");
                }
            }
        }
    }
}
