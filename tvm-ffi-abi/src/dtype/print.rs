//! Printing of dtypes, compatible with the C++ runtime (`DLDataTypeToString_` in its `dtype.cc`).

use super::{HANDLE, MINI_FLOATS, VOID, WORDS};
use crate::decimal::push_decimal;
use crate::{DLDataType, DLDataTypeCode};

/// What names are appended to.
pub trait Push {
    /// Appends a text.
    fn push_text(&mut self, text: &str);

    /// Appends a number.
    fn push_number(&mut self, number: u16);
}

impl Push for String {
    #[inline]
    fn push_text(&mut self, text: &str) {
        self.push_str(text);
    }

    #[inline]
    fn push_number(&mut self, number: u16) {
        push_decimal(number.into(), self);
    }
}

/// A name without an allocation.
pub struct Name {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl Name {
    /// The longest word, `xvscalex`, and five digits are 31 bytes.
    const CAPACITY: usize = 32;

    /// No text.
    pub const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], len: 0 };

    /// The bytes of the text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl Push for Name {
    fn push_text(&mut self, text: &str) {
        let end = self.len + text.len();
        self.bytes[self.len..end].copy_from_slice(text.as_bytes());
        self.len = end;
    }

    fn push_number(&mut self, number: u16) {
        if number > 9 {
            self.push_number(number / 10);
        }
        self.bytes[self.len] = b'0' + (number % 10) as u8;
        self.len += 1;
    }
}

/// Appends the name of a dtype; `false` without a change if its code is a custom or an unknown one.
#[must_use]
pub fn push_name(dtype: DLDataType, out: &mut impl Push) -> bool {
    if dtype.code == HANDLE.code {
        if dtype.bits != VOID.bits || dtype.lanes != VOID.lanes {
            out.push_text("handle");
        }
        return true;
    }
    let Some((word, bits)) = word(dtype) else { return false };
    out.push_text(word);
    if let Some(bits) = bits {
        out.push_number(bits.into());
    }
    push_lanes(dtype.lanes, out);
    true
}

/// Appends the number of lanes, unless it is 1.
pub fn push_lanes(lanes: u16, out: &mut impl Push) {
    let lanes = lanes.cast_signed();
    if let ..=-2 | 2.. = lanes {
        out.push_text(if lanes < 0 { "xvscalex" } else { "x" });
        out.push_number(lanes.unsigned_abs());
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_fits() {
        for code in 0..=u8::MAX {
            for bits in [0, 8, u8::MAX] {
                for lanes in [0, 1, 32767, 32768, 32769, u16::MAX] {
                    let mut name = Name::EMPTY;
                    assert_eq!(push_name(DLDataType { code, bits, lanes }, &mut name), code <= 18, "{code}");
                    assert!(name.as_bytes().is_ascii());
                }
            }
        }
    }
}
