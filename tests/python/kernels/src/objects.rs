//! References to objects, rvalue references, and values of any type. The submodules have classes, one topic a file.

mod buffers;
mod collected;
mod fields;
mod hooks;
mod hostile;
mod inherit;
mod layout;
mod lifetimes;
mod methods;
mod mutable;
mod passing;
mod state;

use tvm_ffi::{Any, AnyView, Array, ArrayRef, Error, Module, ObjectRef, Result, Tensor};

/// The reference count of an object, including this call.
#[tvm_ffi::export]
fn reference_count(x: ObjectRef) -> usize {
    x.strong_count()
}

/// Whether this call has the only reference, after a parameter that may make the shim run twice.
#[tvm_ffi::export]
fn is_unique(x: ObjectRef, #[default(0.0)] scale: f32) -> (bool, f32) {
    (x.is_unique(), scale)
}

/// The same for a parameter of any type.
#[tvm_ffi::export]
fn any_is_unique(x: Any, #[default(0.0)] scale: f32) -> (bool, f32) {
    (x.try_into_object().is_ok_and(|object| object.is_unique()), scale)
}

/// Two objects, each of which may be an rvalue reference.
#[tvm_ffi::export]
fn are_same(a: ObjectRef, b: ObjectRef) -> bool {
    ObjectRef::ptr_eq(&a, &b)
}

/// Takes an object, then something that may not convert.
#[tvm_ffi::export]
fn take_then(x: ObjectRef, number: i64) -> (String, i64) {
    (x.type_key().to_owned(), number)
}

/// Rvalue references as arguments of typed parameters.
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

fn use_both(lent: ArrayRef<'_, i64>, taken: ObjectRef) -> (bool, i64) {
    let unique = taken.is_unique();
    drop(taken);
    (unique, lent.iter().sum())
}

/// Drops the owned list. Returns whether it had the only reference, and the sum of the borrowed list.
#[tvm_ffi::export]
fn lend_and_give(lent: ArrayRef<'_, i64>, taken: ObjectRef) -> (bool, i64) {
    use_both(lent, taken)
}

#[tvm_ffi::export]
fn lend_and_give_packed(args: &[AnyView<'_>]) -> Result<(bool, i64)> {
    let mut holder = Default::default();
    let lent = args[0].cast_in(&mut holder)?;
    Ok(use_both(lent, args[1].cast()?))
}

#[tvm_ffi::export]
fn lend_and_give_closure() -> impl Fn(ArrayRef<'_, i64>, ObjectRef) -> (bool, i64) + Send + Sync + 'static {
    |lent: ArrayRef<'_, i64>, taken: ObjectRef| use_both(lent, taken)
}
