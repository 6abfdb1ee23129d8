//! A writer of JSON, as much as metadata needs.

#![allow(clippy::new_without_default, reason = "no generic code makes them")]

use std::fmt::Write;

/// A JSON string with quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to a string cannot fail.
            c if c < ' ' => drop(write!(out, "\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// An array that is written value by value.
pub struct Array(String);

impl Array {
    /// An empty one.
    pub fn new() -> Self {
        Self(String::from("["))
    }

    /// Adds a value in JSON.
    #[inline(never)]
    pub fn push(&mut self, json: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push_str(json);
    }

    /// An array of values in JSON.
    pub(crate) fn of(values: impl IntoIterator<Item = String>) -> String {
        let mut array = Self::new();
        values.into_iter().for_each(|json| array.push(&json));
        array.end()
    }

    /// The array.
    pub fn end(self) -> String {
        self.0 + "]"
    }
}

/// An object that is written member by member.
pub struct Object(String);

impl Object {
    /// An empty one.
    pub fn new() -> Self {
        Self(String::from("{"))
    }

    /// Adds a member with a value in JSON, such as a number.
    #[inline(never)]
    pub fn value(&mut self, key: &str, json: &str) -> &mut Self {
        let separator = if self.0.len() > 1 { ",\"" } else { "\"" };
        self.0.extend([separator, key, "\":", json]);
        self
    }

    /// Adds a member whose value is a string.
    pub fn text(&mut self, key: &str, text: &str) -> &mut Self {
        self.value(key, &quoted(text))
    }

    /// Adds a member whose value is a string, unless it is empty.
    pub fn text_if_any(&mut self, key: &str, text: &str) -> &mut Self {
        if text.is_empty() { self } else { self.text(key, text) }
    }

    /// Adds a member that is true or false.
    pub fn bool(&mut self, key: &str, value: bool) -> &mut Self {
        self.value(key, if value { "true" } else { "false" })
    }

    /// The object, which is empty afterwards.
    #[inline(never)]
    pub fn end(&mut self) -> String {
        core::mem::take(&mut self.0) + "}"
    }
}

/// What a function that appends to a string writes.
pub fn written(write: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    write(&mut text);
    text
}
