//! Containers by their global functions, and by what C++ sees of them.

mod hooks;
mod maps;
mod random;
mod sequences;

use crate::testing::{call, done, failure, integer, raised};
use crate::text;
use crate::value::Value;

/// A value to tell apart from others by its number.
fn key(index: i64) -> Value {
    match index % 4 {
        0 => Value::int(index),
        1 => text::string(format!("{index}").as_bytes()),
        2 => text::string(format!("a longer key {index}").as_bytes()),
        _ => text::bytes_of_caller(format!("some bytes {index}").as_bytes()).expect("memory for some bytes"),
    }
}

/// What a value is, in words.
fn shown(value: &Value) -> String {
    let view = value.view();
    match text::string_content(view).or_else(|| text::bytes_content(view)) {
        Some(content) => String::from_utf8_lossy(content).into_owned(),
        None => format!("{}:{}", view.type_index, view.payload.int()),
    }
}
