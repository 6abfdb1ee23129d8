//! Printing of dtypes, compatible with the runtime (`DLDataTypeToString_` in its `dtype.cc`).

use super::{CUSTOM_BEGIN, DType};
use crate::abi::TVMFFIAny;
use crate::any::Any;
use crate::decimal::push_decimal;
use crate::error::take_raised;
use crate::runtime::table;

/// Floats of at most eight bits, whose names contain the number of bits.
pub(super) const MINI_FLOATS: &[(&str, DType)] = &[
    ("float8_e3m4", DType::F8_E3M4),
    ("float8_e4m3", DType::F8_E4M3),
    ("float8_e4m3b11fnuz", DType::F8_E4M3B11FNUZ),
    ("float8_e4m3fn", DType::F8_E4M3FN),
    ("float8_e4m3fnuz", DType::F8_E4M3FNUZ),
    ("float8_e5m2", DType::F8_E5M2),
    ("float8_e5m2fnuz", DType::F8_E5M2FNUZ),
    ("float8_e8m0fnu", DType::F8_E8M0FNU),
    ("float6_e2m3fn", DType::F6_E2M3FN),
    ("float6_e3m2fn", DType::F6_E3M2FN),
    ("float4_e2m1fn", DType::F4_E2M1FN),
];

/// Names that are followed by the number of bits, and their meaning without one.
pub(super) const WORDS: &[(&str, DType)] = &[
    ("int", DType::I32),
    ("uint", DType::U32),
    ("float", DType::F32),
    ("bfloat", DType::BF16),
    ("bool", DType::BOOL),
    ("complex", DType::COMPLEX64),
    ("bcomplex", DType::BCOMPLEX32),
];

/// Appends the name of a dtype.
pub(super) fn push(dtype: DType, out: &mut String) {
    if dtype == DType::VOID {
        return;
    }
    if dtype.code == DType::HANDLE.code {
        return out.push_str("handle");
    }
    if dtype.code >= CUSTOM_BEGIN {
        return out.push_str(&custom(dtype).unwrap_or_else(|| unknown(dtype)));
    }
    let Some((word, bits)) = dtype.word() else { return out.push_str(&unknown(dtype)) };
    out.push_str(word);
    if let Some(bits) = bits {
        push_decimal(bits.into(), out);
    }
    push_lanes(dtype.lanes.cast_signed(), out);
}

impl DType {
    /// The word that the name begins with, and the number of bits if the name has it next; `None` of an unknown code.
    pub(crate) const fn word(self) -> Option<(&'static str, Option<u8>)> {
        let mut at = 0;
        while at < WORDS.len() {
            if WORDS[at].1.code == self.code {
                let is_plain = self.code == Self::BOOL.code && self.bits == 8;
                return Some((WORDS[at].0, if is_plain { None } else { Some(self.bits) }));
            }
            at += 1;
        }
        at = 0;
        while at < MINI_FLOATS.len() {
            if MINI_FLOATS[at].1.code == self.code {
                return Some((MINI_FLOATS[at].0, None));
            }
            at += 1;
        }
        None
    }
}

fn push_lanes(lanes: i16, out: &mut String) {
    if let ..=-2 | 2.. = lanes {
        out.push_str(if lanes < 0 { "xvscalex" } else { "x" });
        push_decimal(lanes.unsigned_abs().into(), out);
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
            let mini = MINI_FLOATS.iter().find(|(_, dtype)| dtype.code == code).map(|(_, dtype)| dtype.bits);
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
