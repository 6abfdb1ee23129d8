//! Texts for C, and lines on stderr.

use core::ffi::c_char;
#[cfg(feature = "jax")]
use std::borrow::Cow;
use std::io::Write;

/// A text for C.
// Invariant: the last byte is NUL, and it is the only one.
pub(crate) struct CText(Vec<u8>);

impl CText {
    /// The text, with `\0` for a NUL byte.
    #[cold]
    pub(crate) fn new(text: &str) -> Self {
        Self((text.replace('\0', "\\0") + "\0").into_bytes())
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
pub(crate) fn warn(text: &str) {
    // Nothing can be done where stderr is closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;

    #[test]
    fn texts_for_c_end_at_the_first_nul() {
        let text = CText::new("a\0b");
        // SAFETY: the text is NUL-terminated.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        assert_eq!(text, c"a\\0b");
    }
}
