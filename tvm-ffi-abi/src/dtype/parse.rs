//! Parsing of dtypes.
//!
//! It accepts what the C++ runtime accepts (`StringViewToDLDataType_` in its `dtype.cc`), with the same result; a test compares the two over
//! a large set.

use super::{HANDLE, LETTERS, MINI_FLOATS, VOID, WORDS};
use crate::{DLDataType, DLDataTypeCode};

/// Why a text is not a dtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault<'a> {
    /// The text begins with `custom`: only the program knows what it means.
    Custom,
    /// No dtype has this name.
    Unknown,
    /// No float of this many bits has this name.
    UnknownMiniFloat(u8),
    /// These digits are not an `u32`.
    Number(&'a [u8]),
    /// The number of bits is not an `u8`.
    Bits(u32),
    /// The number of lanes is missing or 0.
    NoLanes,
    /// The number of lanes is not an `u16`.
    Lanes(u32),
}

type Result<'a, T> = core::result::Result<T, Fault<'a>>;

/// Parses a name.
///
/// # Errors
///
/// What is wrong with the text.
pub fn parse(text: &[u8]) -> Result<'_, DLDataType> {
    if text.is_empty() || text == b"void" {
        return Ok(VOID);
    }
    if text.starts_with(b"custom") {
        return Err(Fault::Custom);
    }
    if let Some(tail) = mini_float(text) {
        return tail_of_mini_float(tail);
    }
    let (base, tail) = head(text).ok_or(Fault::Unknown)?;
    with_bits_and_lanes(base, tail)
}

/// Parses what may follow the first word of a name: the number of bits, and the number of lanes.
///
/// # Errors
///
/// What is wrong with the text.
pub fn with_bits_and_lanes(base: DLDataType, tail: &[u8]) -> Result<'_, DLDataType> {
    let (bits, tail) = number(tail)?;
    let bits = match u8::try_from(bits).map_err(|_| Fault::Bits(bits))? {
        0 => base.bits,
        bits => bits,
    };
    Ok(DLDataType { bits, lanes: lanes(tail, true)?, ..base })
}

/// Splits off the word or letter that a dtype starts with.
fn head(text: &[u8]) -> Option<(DLDataType, &[u8])> {
    let word = |text| WORDS.iter().chain(&[("handle", HANDLE)]).find_map(|row| after(row, text));
    let letter = LETTERS.iter().find_map(|(letter, word)| {
        let tail = text
            .strip_prefix(letter.as_bytes())
            .filter(|tail| tail.first().is_some_and(u8::is_ascii_digit))?;
        let (_, dtype) = WORDS.iter().find(|(known, _)| known == word)?;
        Some((*dtype, tail))
    });
    letter.or_else(|| word(text))
}

/// The dtype of a row, and the text after the name of the row, if the text begins with that.
fn after<'a>((name, dtype): &(&str, DLDataType), text: &'a [u8]) -> Option<(DLDataType, &'a [u8])> {
    text.strip_prefix(name.as_bytes()).map(|tail| (*dtype, tail))
}

/// The text after `float`, `fp`, or `f` if it is of a float of at most eight bits: it begins with `8_`, `6_`, or `4_`.
fn mini_float(text: &[u8]) -> Option<&[u8]> {
    let starts = |tail: &&[u8]| matches!(tail, [b'8' | b'6' | b'4', b'_', ..]);
    ["float", "fp", "f"].iter().filter_map(|word| text.strip_prefix(word.as_bytes())).find(starts)
}

fn tail_of_mini_float(tail: &[u8]) -> Result<'_, DLDataType> {
    let found = MINI_FLOATS.iter().find_map(|(name, dtype)| {
        let (_, name) = name.split_at("float".len());
        let rest = tail.strip_prefix(name.as_bytes())?;
        // PyTorch's `float4_e2m1fn_x2`.
        let takes_underscore = u32::from(dtype.code) == DLDataTypeCode::kDLFloat4_e2m1fn;
        match rest {
            [] | [b'x', ..] => Some((dtype, rest)),
            [b'_', rest @ ..] if takes_underscore => Some((dtype, rest)),
            _ => None,
        }
    });
    let (dtype, rest) = found.ok_or(Fault::UnknownMiniFloat(tail[0] - b'0'))?;
    Ok(DLDataType { lanes: lanes(rest, false)?, ..*dtype })
}

/// The number of lanes in `x4` or `xvscalex4`; 1 if the text is empty.
fn lanes(text: &[u8], allow_scalable: bool) -> Result<'_, u16> {
    let scalable = if allow_scalable { text.strip_prefix(b"xvscale") } else { None };
    let text = scalable.unwrap_or(text);
    let Some(text) = text.strip_prefix(b"x") else {
        return if text.is_empty() { Ok(1) } else { Err(Fault::Unknown) };
    };
    let (count, rest) = number(text)?;
    let count = match u16::try_from(count) {
        Ok(0) => return Err(Fault::NoLanes),
        Ok(count) => count,
        Err(_) => return Err(Fault::Lanes(count)),
    };
    if !rest.is_empty() {
        return Err(Fault::Unknown);
    }
    // Scalable vectors have negative numbers of lanes.
    Ok(if scalable.is_some() { count.wrapping_neg() } else { count })
}

/// The number at the start (0 if there is none), and the rest.
fn number(text: &[u8]) -> Result<'_, (u32, &[u8])> {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let add = |sum: u32, digit: &u8| sum.checked_mul(10)?.checked_add(u32::from(digit - b'0'));
    let number = digits.iter().try_fold(0, add).ok_or(Fault::Number(digits))?;
    Ok((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_tell_what_is_wrong() {
        let cases = [
            ("flt", Fault::Unknown),
            ("i", Fault::Unknown),
            ("voidx4", Fault::Unknown),
            ("int8 ", Fault::Unknown),
            ("int8x4x4", Fault::Unknown),
            ("int8xvscale4", Fault::Unknown),
            ("float8_e4m3x2y", Fault::Unknown),
            ("float4_e2m1fn_y", Fault::Unknown),
            ("f8_", Fault::UnknownMiniFloat(8)),
            ("float8_e4m3f", Fault::UnknownMiniFloat(8)),
            ("float8_e4m3_x2", Fault::UnknownMiniFloat(8)),
            ("fp6_e4m3", Fault::UnknownMiniFloat(6)),
            ("float4_", Fault::UnknownMiniFloat(4)),
            ("int4294967296", Fault::Number(b"4294967296")),
            ("int256", Fault::Bits(256)),
            ("int8x", Fault::NoLanes),
            ("int8x0", Fault::NoLanes),
            ("float8_e4m3xvscalex2", Fault::NoLanes),
            ("int8x65536", Fault::Lanes(65536)),
            ("int8x99999999999", Fault::Number(b"99999999999")),
            ("custom[x]", Fault::Custom),
        ];
        for (text, fault) in cases {
            assert_eq!(parse(text.as_bytes()).err(), Some(fault), "{text}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_unknown() {
        assert_eq!(parse(b"\xff\xfe").err(), Some(Fault::Unknown));
        assert_eq!(parse(b"int8\xff").err(), Some(Fault::Unknown));
    }
}
