//! What tests of several modules use.

use tvm_ffi_abi::{TVMFFIAny, TVMFFIErrorCell};

use crate::catch::Result;
use crate::error;
use crate::function;
use crate::globals;
use crate::value::Value;

/// Calls a global function.
pub(crate) fn call(name: &str, args: &[&Value]) -> Result<Value> {
    let function = globals::get(name.as_bytes()).expect("a function of the runtime");
    let args: Vec<TVMFFIAny> = args.iter().map(|arg| *arg.view()).collect();
    // SAFETY: the object is a function; the arguments are held by the caller.
    unsafe { function::call(&function, &args) }
}

/// The result of a call that does not fail.
pub(crate) fn done(name: &str, args: &[&Value]) -> Value {
    match call(name, args) {
        Ok(value) => value,
        Err(_) => panic!("{name} failed: {}", raised()),
    }
}

/// The integer that a call gives.
pub(crate) fn integer(name: &str, args: &[&Value]) -> i64 {
    done(name, args).view().payload.int()
}

/// The kind and the message of the error that a call fails with.
pub(crate) fn failure(name: &str, args: &[&Value]) -> String {
    assert!(call(name, args).is_err(), "{name} does not fail");
    raised()
}

/// The kind and the message of the error that is raised, which is taken.
pub(crate) fn raised() -> String {
    let error = error::take_raised().expect("a raised error");
    // SAFETY: the body of an error begins with its cell.
    let cell = unsafe { error.body::<TVMFFIErrorCell>().as_ref() };
    // SAFETY: the error holds its texts.
    let texts = [&cell.kind, &cell.message].map(|text| String::from_utf8_lossy(unsafe { text.bytes() }));
    texts.join(": ")
}
