//! The words of a message.

use core::fmt;
use std::fmt::Write;

/// As `format!`, into a string with room for most of what is said instead of one that grows several times.
macro_rules! words {
    ($($words:tt)*) => {
        $crate::contract::words::written(format_args!($($words)*))
    };
}
pub(super) use words;

pub(super) fn written(words: fmt::Arguments<'_>) -> String {
    let mut text = String::with_capacity(128);
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
    text
}
