//! Formatting of messages.

use core::fmt;
use std::fmt::Write;

/// Like `format!`, but the string has room for most messages from the start.
macro_rules! format_message {
    ($($words:tt)*) => {
        $crate::contract::format::written(format_args!($($words)*))
    };
}
pub(super) use format_message;

pub(super) fn written(words: fmt::Arguments<'_>) -> String {
    let mut text = String::with_capacity(128);
    // Writing to a string cannot fail.
    let _ = text.write_fmt(words);
    text
}
