//! Big integers: whole numbers that do not fit an `i64`.

use core::ffi::c_int;
use core::mem::size_of;
use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIByteArray, TypeIndex};

use crate::catch::{self, Result, fail, no_memory};
use crate::lent;
use crate::object::{Object, Tail};
use crate::value::Value;

/// The body of a big integer: the number of its words, which follow. The least significant one is first; two's complement.
#[repr(transparent)]
struct Body(usize);

// SAFETY: nothing changes the number.
unsafe impl Tail for Body {
    type Element = i64;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).0 }
    }
}

/// A word as a caller gives it: its bytes, at any address.
type Word = [u8; 8];

/// The integer of these words: a plain one if it fits. `None` if there is no memory.
fn value(words: &[Word]) -> Option<Value> {
    match *without_sign_words(words) {
        [] => Some(Value::int(0)),
        [word] => Some(Value::int(i64::from_ne_bytes(word))),
        ref words => Object::with_tail(TypeIndex::BIG_INT, words.len(), |place| {
            // SAFETY: the tail has room for the words, and is new.
            unsafe {
                place.cast().copy_from_nonoverlapping(NonNull::from(words).cast::<Word>(), words.len())
            };
            Body(words.len())
        })
        .map(Value::from),
    }
}

/// The words without those at the end that only repeat the sign.
fn without_sign_words(mut words: &[Word]) -> &[Word] {
    while let [rest @ .., below, top] = words
        && i64::from_ne_bytes(*top) == i64::from_ne_bytes(*below) >> 63
    {
        words = &words[..rest.len() + 1];
    }
    words
}

fn parse(content: &[u8]) -> Result<Value> {
    if let Ok(word) = content.try_into() {
        return Ok(Value::int(i64::from_ne_bytes(word)));
    }
    match content.as_chunks() {
        (words, []) => value(words).ok_or_else(no_memory),
        _ => Err(fail!(ValueError, "BigInt content must contain whole 64-bit words")),
    }
}

/// The bytes of the words of an integer, plain or big. They lie in the value if it is a plain one.
pub(crate) fn content(value: &TVMFFIAny) -> TVMFFIByteArray {
    let in_value = TVMFFIByteArray { data: (&raw const value.payload).cast(), size: size_of::<i64>() };
    if value.type_index != TypeIndex::BIG_INT {
        return in_value;
    }
    let Some(object) = value.header() else { return in_value };
    // SAFETY: the number of words follows the header.
    let count = unsafe { object.add(1) }.cast::<usize>();
    // SAFETY: the words follow the number.
    let words = unsafe { count.add(1) };
    // SAFETY: Object validity.
    let count = unsafe { count.read() };
    TVMFFIByteArray { data: words.as_ptr().cast(), size: count * size_of::<i64>() }
}

/// `TVMFFIBigIntFromByteArray`.
///
/// # Safety
///
/// The C API: the input is readable, and `out` is writable.
pub(crate) unsafe extern "C" fn from_byte_array(input: *const TVMFFIByteArray, out: *mut TVMFFIAny) -> c_int {
    // SAFETY: the caller's contract.
    let content = unsafe { lent::bytes(input) };
    match parse(content) {
        Ok(value) => {
            // SAFETY: the caller's contract.
            unsafe { out.write(value.into_raw()) };
            0
        }
        Err(failure) => catch::raise(failure),
    }
}

/// `TVMFFIBigIntGetContentByteArray`.
///
/// # Safety
///
/// The C API: the value is an integer, plain or big.
pub(crate) unsafe extern "C" fn content_of(value: *const TVMFFIAny) -> TVMFFIByteArray {
    // SAFETY: the caller's contract.
    content(unsafe { &*value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::take_raised;

    fn made(words: &[i64]) -> Value {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut out = TVMFFIAny::NONE;
        // SAFETY: the bytes are readable, `out` is writable.
        assert_eq!(unsafe { from_byte_array(&TVMFFIByteArray::of(&bytes), &mut out) }, 0);
        // SAFETY: the function gave an owned value.
        unsafe { Value::from_owned(out) }
    }

    fn words(value: &Value) -> Vec<i64> {
        // SAFETY: the value is an integer.
        let content = unsafe { content_of(value.view()) };
        // SAFETY: the content is readable.
        let (words, rest) = unsafe { content.bytes() }.as_chunks::<8>();
        assert!(rest.is_empty());
        words.iter().map(|word| i64::from_le_bytes(*word)).collect()
    }

    #[test]
    fn words_that_repeat_the_sign_are_dropped() {
        let cases: &[(&[i64], &[i64])] = &[
            (&[], &[0]),
            (&[7], &[7]),
            (&[7, 0, 0], &[7]),
            (&[-7, -1], &[-7]),
            (&[-7, 0], &[-7, 0]),
            (&[7, -1], &[7, -1]),
            (&[1, 2, 0], &[1, 2]),
            (&[1, -2, -1, -1], &[1, -2]),
            (&[i64::MIN, 0, 0], &[i64::MIN, 0]),
        ];
        for (given, kept) in cases {
            let value = made(given);
            assert_eq!(words(&value), *kept, "{given:?}");
            let index = if kept.len() == 1 { TypeIndex::INT } else { TypeIndex::BIG_INT };
            assert_eq!(value.type_index(), index, "{given:?}");
        }
    }

    #[test]
    fn parts_of_words_are_an_error() {
        let mut out = TVMFFIAny::NONE;
        // SAFETY: the bytes are readable, `out` is writable.
        assert_eq!(unsafe { from_byte_array(&TVMFFIByteArray::of(b"123"), &mut out) }, -1);
        assert!(take_raised().is_some());
    }
}
