//! Texts that are joined without `core::fmt`, which takes more code for each message.

use core::ffi::c_char;
#[cfg(feature = "jax")]
use std::borrow::Cow;
use std::io::Write;

use tvm_ffi_core::abi::decimal::push_decimal;

/// Texts, one after the other.
#[cold]
#[inline(never)]
pub(crate) fn joined(parts: &[&str]) -> String {
    let mut text = String::new();
    push_all(&mut text, parts);
    text
}

/// Appends texts. `String::push_str` is inlined.
#[inline(never)]
pub(crate) fn push_all(text: &mut String, parts: &[&str]) {
    for part in parts {
        text.push_str(part);
    }
}

/// A number in decimal.
#[cold]
#[inline(never)]
pub(crate) fn decimal(number: i64) -> String {
    let mut text = String::new();
    push_decimal(number, &mut text);
    text
}

/// A text for C.
// Invariant: the last byte is NUL, and it is the only one.
pub(crate) struct CText(Vec<u8>);

impl CText {
    /// Texts, one after the other, with `\0` for a NUL byte.
    #[cold]
    #[inline(never)]
    pub(crate) fn new(parts: &[&str]) -> Self {
        let mut bytes = Vec::new();
        for byte in parts.iter().flat_map(|part| part.bytes()) {
            match byte {
                0 => bytes.extend_from_slice(b"\\0"),
                byte => bytes.push(byte),
            }
        }
        bytes.push(0);
        Self(bytes)
    }

    pub(crate) fn as_ptr(&self) -> *const c_char {
        self.0.as_ptr().cast()
    }

    /// The text without the NUL byte.
    #[cfg(feature = "jax")]
    pub(crate) fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.0.strip_suffix(b"\0").unwrap_or_default())
    }
}

/// Writes a line to stderr.
#[cold]
#[inline(never)]
pub(crate) fn warn(parts: &[&str]) {
    // Nothing can be done where stderr is closed.
    let _ = std::io::stderr().write_all(joined(parts).as_bytes());
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;

    #[test]
    fn texts_for_c_end_at_the_first_nul() {
        let text = CText::new(&["a\0", "", "b"]);
        // SAFETY: the text is NUL-terminated.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        assert_eq!(text, c"a\\0b");
    }

    #[test]
    fn texts_are_joined() {
        assert_eq!(joined(&["a", "", "b", &decimal(-12)]), "ab-12");
    }

    #[test]
    fn numbers_are_written_as_fmt_writes_them() {
        for number in [0, 7, 10, -1, 99, 100, -1_234_567, i64::MAX, i64::MIN] {
            assert_eq!(&*decimal(number), number.to_string());
        }
    }
}
