//! Printing of dtypes, compatible with the C++ runtime (`DLDataTypeToString_` in its `dtype.cc`).

use super::{HANDLE, MINI_FLOATS, VOID, WORDS};
use crate::decimal::push_digits;
use crate::{DLDataType, DLDataTypeCode};

/// The name of a dtype, or a part of one.
pub struct Name {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl Name {
    /// The longest word, `xvscalex`, and five digits are 31 bytes.
    const CAPACITY: usize = 32;

    const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], len: 0 };

    fn push(&mut self, text: &str) {
        let end = self.len + text.len();
        self.bytes[self.len..end].copy_from_slice(text.as_bytes());
        self.len = end;
    }

    fn push_number(&mut self, number: u16) {
        push_digits(number.into(), &mut |digit| {
            self.bytes[self.len] = digit;
            self.len += 1;
        });
    }

    /// The bytes of the text.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }
}

/// The name of a dtype; `None` if its code is a custom or an unknown one.
pub fn name(dtype: DLDataType) -> Option<Name> {
    let mut name = Name::EMPTY;
    if dtype.code == HANDLE.code {
        if dtype.bits != VOID.bits || dtype.lanes != VOID.lanes {
            name.push("handle");
        }
        return Some(name);
    }
    let (word, bits) = word(dtype)?;
    name.push(word);
    if let Some(bits) = bits {
        name.push_number(bits.into());
    }
    push_lanes(dtype.lanes, &mut name);
    Some(name)
}

/// The end of a name that tells the number of lanes. It is empty if the number is 1.
pub fn lanes_of_name(lanes: u16) -> Name {
    let mut name = Name::EMPTY;
    push_lanes(lanes, &mut name);
    name
}

fn push_lanes(lanes: u16, name: &mut Name) {
    let lanes = lanes.cast_signed();
    if let ..=-2 | 2.. = lanes {
        name.push(if lanes < 0 { "xvscalex" } else { "x" });
        name.push_number(lanes.unsigned_abs());
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
                    let name = name(DLDataType { code, bits, lanes });
                    assert_eq!(name.is_none(), code > 18, "{code}");
                    assert!(name.is_none_or(|name| name.as_str().is_ascii()));
                }
            }
        }
    }
}
