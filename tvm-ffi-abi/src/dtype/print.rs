//! Printing of dtypes, compatible with the C++ runtime (`DLDataTypeToString_` in its `dtype.cc`).

use super::{HANDLE, MINI_FLOATS, VOID, WORDS};
use crate::decimal::push_decimal;
use crate::{DLDataType, DLDataTypeCode};

/// Appends the name of a dtype; `false` without a change if its code is a custom or an unknown one.
#[must_use]
pub fn push_name(dtype: DLDataType, out: &mut String) -> bool {
    if dtype.code == HANDLE.code {
        if dtype.bits != VOID.bits || dtype.lanes != VOID.lanes {
            out.push_str("handle");
        }
        return true;
    }
    let Some((word, bits)) = word(dtype) else { return false };
    out.push_str(word);
    if let Some(bits) = bits {
        push_decimal(bits.into(), out);
    }
    push_lanes(dtype.lanes, out);
    true
}

/// The word that the name begins with, and the number of bits if the name has it next; `None` of handles and of unknown codes.
pub const fn word(dtype: DLDataType) -> Option<(&'static str, Option<u8>)> {
    let mut at = 0;
    while at < WORDS.len() {
        if WORDS[at].1.code == dtype.code {
            let is_plain = dtype.code as u32 == DLDataTypeCode::kDLBool && dtype.bits == 8;
            return Some((WORDS[at].0, if is_plain { None } else { Some(dtype.bits) }));
        }
        at += 1;
    }
    at = 0;
    while at < MINI_FLOATS.len() {
        if MINI_FLOATS[at].1.code == dtype.code {
            return Some((MINI_FLOATS[at].0, None));
        }
        at += 1;
    }
    None
}

/// Appends the number of lanes, unless it is 1.
pub fn push_lanes(lanes: u16, out: &mut String) {
    let lanes = lanes.cast_signed();
    if let ..=-2 | 2.. = lanes {
        out.push_str(if lanes < 0 { "xvscalex" } else { "x" });
        push_decimal(lanes.unsigned_abs().into(), out);
    }
}
