//! What tests of several modules use.

use core::ptr::null_mut;

use tvm_ffi_abi::{FieldFlag, TVMFFIAny, TVMFFIByteArray, TVMFFIErrorCell, TVMFFIFieldInfo, TypeIndex};

use crate::catch::{self, Failure, Result};
use crate::error;
use crate::function;
use crate::functions::globals::globals;
use crate::object::Object;
use crate::types::{self, TypeEntry};
use crate::value::Value;

/// Calls a global function.
pub(crate) fn call(name: &str, args: &[&Value]) -> Result<Value> {
    let function = globals().get(name.as_bytes()).expect("a function of the runtime");
    let args: Vec<TVMFFIAny> = args.iter().map(|arg| *arg.view()).collect();
    // SAFETY: the object is a function; the arguments are held by the caller.
    unsafe { call_function(&function, &args) }
}

/// Calls a function as [`function::call`] does, and leaves the error raised.
///
/// # Safety
///
/// As for [`function::call`].
pub(crate) unsafe fn call_function(function: &Object, args: &[TVMFFIAny]) -> Result<Value> {
    // SAFETY: the caller's contract.
    unsafe { function::call(function, args) }.map_err(|failure| {
        catch::raise(failure);
        Failure::Raised
    })
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

/// The index of a new type below `ffi.Object`.
pub(crate) fn add_type(key: &str) -> i32 {
    add_child(key, TypeIndex::OBJECT, 0, true)
}

/// The index of a new type.
pub(crate) fn add_child(key: &str, parent: i32, child_slots: i32, can_overflow: bool) -> i32 {
    let depth = known(parent).ancestors().len() as i32 + 1;
    let key = TVMFFIByteArray::of(key.as_bytes());
    // SAFETY: the key is readable.
    unsafe { types::get_or_alloc_index(&key, -1, depth, child_slots, can_overflow.into(), parent) }
}

/// The entry of a type that is known.
pub(crate) fn known(type_index: i32) -> &'static TypeEntry {
    types::types().entry(type_index).unwrap_or_else(|_| panic!("no type has the index {type_index}"))
}

/// Runs each case of a test in a process of its own, which runs nothing before it.
#[cfg(not(miri))]
pub(crate) fn in_processes(test: &str, cases: &[fn()]) {
    const NUMBER: &str = "TVM_FFI_TEST_CASE";
    if let Ok(number) = std::env::var(NUMBER) {
        return cases[number.parse::<usize>().expect("a number")]();
    }
    let program = std::env::current_exe().expect("the path of the program");
    for number in 0..cases.len() {
        let mut command = std::process::Command::new(&program);
        let output = command.args(["--exact", test]).env(NUMBER, number.to_string()).output();
        let output = String::from_utf8_lossy(&output.expect("the program starts").stdout).into_owned();
        assert!(output.contains("1 passed"), "case {number}: {output}");
    }
}

/// A field to register, an integer after the header.
pub(crate) fn field(name: &str) -> TVMFFIFieldInfo {
    TVMFFIFieldInfo {
        name: TVMFFIByteArray::of(name.as_bytes()),
        doc: TVMFFIByteArray::of(b""),
        metadata: TVMFFIByteArray::of(b"{}"),
        flags: FieldFlag::WRITABLE,
        size: 8,
        alignment: 8,
        offset: 24,
        getter: None,
        setter: null_mut(),
        default_value_or_factory: TVMFFIAny::NONE,
        field_static_type_index: TypeIndex::INT,
    }
}
