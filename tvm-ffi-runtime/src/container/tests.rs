//! Containers by their global functions, and by what C++ sees of them.

mod maps;
mod sequences;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIErrorCell};

use crate::catch::Result;
use crate::error;
use crate::function;
use crate::globals;
use crate::text;
use crate::value::Value;

/// Calls a global function.
fn call(name: &str, args: &[&Value]) -> Result<Value> {
    let function = globals::get(name.as_bytes()).expect("a function of the runtime");
    let args: Vec<TVMFFIAny> = args.iter().map(|arg| *arg.view()).collect();
    // SAFETY: the object is a function; the arguments are held by the caller.
    unsafe { function::call(&function, &args) }
}

/// The result of a call that does not fail.
fn done(name: &str, args: &[&Value]) -> Value {
    match call(name, args) {
        Ok(value) => value,
        Err(_) => panic!("{name} failed: {}", raised()),
    }
}

fn integer(name: &str, args: &[&Value]) -> i64 {
    done(name, args).view().payload.int()
}

/// The kind and the message of the error that a call fails with.
fn failure(name: &str, args: &[&Value]) -> String {
    assert!(call(name, args).is_err(), "{name} does not fail");
    raised()
}

/// The kind and the message of the error that is raised, which is taken.
fn raised() -> String {
    let error = error::take_raised().expect("a raised error");
    // SAFETY: the body of an error begins with its cell.
    let cell = unsafe { error.body::<TVMFFIErrorCell>().as_ref() };
    // SAFETY: the error holds its texts.
    let texts = [&cell.kind, &cell.message].map(|text| String::from_utf8_lossy(unsafe { text.bytes() }));
    texts.join(": ")
}

/// A value to tell apart from others by its number.
fn key(index: i64) -> Value {
    match index % 4 {
        0 => Value::int(index),
        1 => text::string(format!("{index}").as_bytes()),
        2 => text::string(format!("a longer key {index}").as_bytes()),
        _ => text::bytes(format!("some bytes {index}").as_bytes()),
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
