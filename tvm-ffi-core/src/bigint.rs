//! Integers beyond `i64`: objects with two's-complement words, least significant first, in the shortest form.

use core::fmt::Write;

use crate::abi::{TVMFFIAny, TVMFFIByteArray, TypeIndex};
use crate::any::{Any, AnyView};
use crate::runtime::table;

/// The body of a big integer: the number of words, then the words.
#[repr(C)]
struct BigIntCell {
    words: usize,
}

/// The words of a big integer.
fn words<'a>(view: AnyView<'a>) -> Option<&'a [u64]> {
    let object = view.object_of(TypeIndex::BIG_INT)?;
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { object.add(1) }.cast::<BigIntCell>();
    // SAFETY: as above.
    let count = unsafe { cell.as_ref() }.words;
    // SAFETY: the words follow their number, in the same allocation.
    let first = unsafe { cell.add(1) }.cast::<u64>();
    // SAFETY: Object validity: `count` words are readable and immutable while the view lasts.
    Some(unsafe { core::slice::from_raw_parts(first.as_ptr(), count) })
}

/// An integer of 128 bits, signed or not.
pub(crate) enum Wide {
    Signed(i128),
    Unsigned(u128),
}

impl Wide {
    /// The value as another type, if it fits.
    pub(crate) fn fit<T: TryFrom<i128> + TryFrom<u128>>(self) -> Option<T> {
        match self {
            Self::Signed(value) => T::try_from(value).ok(),
            Self::Unsigned(value) => T::try_from(value).ok(),
        }
    }
}

/// The value of a big integer, if it fits 128 bits.
#[cold]
#[inline(never)]
pub(crate) fn to_i128_or_u128(view: AnyView<'_>) -> Option<Wide> {
    let words = words(view)?;
    let wide = |low: u64, high: u64| (u128::from(high) << 64) | u128::from(low);
    match *words {
        [low] => Some(Wide::Signed(i128::from(low.cast_signed()))),
        [low, high] => Some(Wide::Signed(wide(low, high).cast_signed())),
        [low, high, 0] => Some(Wide::Unsigned(wide(low, high))),
        _ => None,
    }
}

/// Makes a big integer from its two's-complement bytes, least significant first.
pub(crate) fn from_le_bytes(bytes: &[u8], signed: bool) -> Any {
    let mut buffer = [0u8; 24];
    buffer[..bytes.len()].copy_from_slice(bytes);
    // An unsigned number whose top bit is set needs one more word, since it would be read as negative otherwise.
    let top_bit = bytes.last().is_some_and(|byte| byte & 0x80 != 0);
    let size = if signed || !top_bit { bytes.len() } else { bytes.len() + 8 };
    of_bytes(&buffer[..size])
}

/// Makes an integer from its two's-complement bytes, least significant first; a plain one if it fits 64 bits.
fn of_bytes(bytes: &[u8]) -> Any {
    let input = TVMFFIByteArray::of(bytes);
    let mut out = TVMFFIAny::NONE;
    // SAFETY: `input` is readable, `out` is writable; the runtime normalises the number.
    let code = unsafe { table::TVMFFIBigIntFromByteArray(&input, &mut out) };
    crate::error::expect_success(code);
    // SAFETY: the runtime returned an owned value.
    unsafe { Any::from_raw(out) }
}

/// The number in decimal, if the value is an integer of any size. For one beyond 128 bits, only its size.
pub(crate) fn to_decimal(view: AnyView<'_>) -> Option<String> {
    match view.type_index() {
        TypeIndex::INT | TypeIndex::BOOL => Some(view.as_raw().payload.int().to_string()),
        TypeIndex::BIG_INT => Some(match to_i128_or_u128(view) {
            Some(Wide::Signed(number)) => number.to_string(),
            Some(Wide::Unsigned(number)) => number.to_string(),
            None => format!("an integer of {} bits", words(view)?.len() * 64),
        }),
        _ => None,
    }
}

/// The number as Python reads it in base 16, if the value is a big integer.
pub fn to_hex(view: AnyView<'_>) -> Option<String> {
    let words = words(view)?;
    let magnitude = magnitude(words);
    let mut text = String::from(if is_negative(words) { "-" } else { "" });
    for word in magnitude.iter().rev() {
        // Writing to a `String` never fails.
        let _ = write!(text, "{word:016x}");
    }
    Some(text)
}

/// The integer that Python writes as a text in base 16, such as `-0xff`; `None` for another text.
///
/// # Panics
///
/// If there is no runtime.
pub fn from_hex(text: &str) -> Option<Any> {
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let digits =
        digits.strip_prefix("0x").filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
    // The sign is in the top bit, so there is one word more.
    let mut words = Vec::with_capacity(digits.len().div_ceil(16) + 1);
    for chunk in digits.as_bytes().rchunks(16) {
        words.push(u64::from_str_radix(str::from_utf8(chunk).ok()?, 16).ok()?);
    }
    words.push(0);
    if is_negative {
        negate(&mut words);
    }
    Some(of_bytes(&words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()))
}

fn negate(words: &mut [u64]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u64::from(carry));
    }
}

fn is_negative(words: &[u64]) -> bool {
    words.last().is_some_and(|top| top.cast_signed() < 0)
}

/// The absolute value of a two's-complement number.
fn magnitude(words: &[u64]) -> Vec<u64> {
    let mut magnitude = words.to_vec();
    if is_negative(words) {
        negate(&mut magnitude);
    }
    magnitude
}

/// The nearest `f64` (ties to even), if the value is a big integer.
#[cold]
#[inline(never)]
pub(crate) fn to_f64(view: AnyView<'_>) -> Option<f64> {
    let Scaled { negative, mantissa, exponent } = Scaled::from_words(words(view)?);
    let value = mantissa as f64 * power_of_two(exponent);
    Some(if negative { -value } else { value })
}

/// `±mantissa * 2^exponent`. The top bit of the mantissa is set, unless the number is zero. Its lowest bit is also set if any bit below it
/// was set.
struct Scaled {
    negative: bool,
    mantissa: u64,
    exponent: i32,
}

impl Scaled {
    fn from_words(words: &[u64]) -> Self {
        let negative = is_negative(words);
        let magnitude = magnitude(words);
        let Some(top) = magnitude.iter().rposition(|word| *word != 0) else {
            return Self { negative: false, mantissa: 0, exponent: 0 };
        };
        let shift = magnitude[top].leading_zeros();
        let below = if top == 0 { 0 } else { magnitude[top - 1] };
        let wide = ((u128::from(magnitude[top]) << 64) | u128::from(below)) << shift;
        // The two halves of 128 bits.
        let (mantissa, rest) = ((wide >> 64) as u64, wide as u64);
        let sticky = rest != 0 || magnitude.iter().take(top.saturating_sub(1)).any(|word| *word != 0);
        let exponent = i32::try_from(top * 64).unwrap_or(i32::MAX).saturating_sub_unsigned(shift);
        Self { negative, mantissa: mantissa | u64::from(sticky), exponent }
    }
}

/// `2^exponent`; infinite beyond the range of `f64`. (`powi` does not guarantee an exact result.)
fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(u64::from((exponent + 1023).cast_unsigned()) << 52),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests;
