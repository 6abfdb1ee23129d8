//! Objects: shared, given away, and looked at.

use tvm_ffi::{Any, Array, Error, Module, ObjectRef, Result, Tensor};

/// How many references there are to an object, the one of this call included.
#[tvm_ffi::export]
fn reference_count(x: ObjectRef) -> usize {
    x.strong_count()
}

/// Whether this call has the only reference, after a parameter that may send the call back to its start.
#[tvm_ffi::export]
fn is_unique(x: ObjectRef, #[default(0.0)] scale: f32) -> (bool, f32) {
    (x.is_unique(), scale)
}

/// The same for a parameter of any type.
#[tvm_ffi::export]
fn any_is_unique(x: Any, #[default(0.0)] scale: f32) -> (bool, f32) {
    (x.try_into_object().is_ok_and(|object| object.is_unique()), scale)
}

/// Two objects, each of which may be given away.
#[tvm_ffi::export]
fn are_same(a: ObjectRef, b: ObjectRef) -> bool {
    ObjectRef::ptr_eq(&a, &b)
}

/// Takes an object, then something that may not convert.
#[tvm_ffi::export]
fn take_then(x: ObjectRef, number: i64) -> (String, i64) {
    (x.type_key().to_owned(), number)
}

/// Objects that are given away to parameters of their own types.
#[tvm_ffi::export]
fn take_typed(array: Array<i64>, tensor: Tensor) -> (usize, usize) {
    (array.len(), tensor.numel())
}

/// The type key of an object.
#[tvm_ffi::export]
fn type_key(x: ObjectRef) -> String {
    x.type_key().to_owned()
}

/// Kind and message of an error that is passed as a value.
#[tvm_ffi::export]
fn error_parts(error: Error) -> (String, String) {
    (error.kind().to_string(), error.message().into_owned())
}

/// Calls a function of a module.
#[tvm_ffi::export]
fn call_in_module(module: Module, name: &str, x: i64) -> Result<Any> {
    module.function(name)?.call((x,))
}
