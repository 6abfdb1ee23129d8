//! Functions as arguments and as results.

use std::sync::atomic::{AtomicI64, Ordering};

use tvm_ffi::{Any, AnyView, Context, Function, ObjectRef, Result, Tensor, TypedFunction, bail};

use crate::values::identities;

identities! {
    id_function(Function);
    id_typed(TypedFunction<fn(i64, String) -> f64>);
    id_option_function(Option<Function>);
}

/// Calls with one argument and returns the result.
#[tvm_ffi::export]
fn call(f: Function, x: Any) -> Result<Any> {
    f.call((x,))
}

/// Calls with values of many types.
#[tvm_ffi::export]
fn call_with_many(f: Function) -> Result<Any> {
    f.call((
        1i64,
        2.5f64,
        true,
        "short",
        "longer than seven",
        &b"bytes"[..],
        (),
        Some(u64::MAX),
        vec![1i64, 2],
    ))
}

/// Calls with any arguments.
#[tvm_ffi::export]
fn call_packed(args: &[AnyView<'_>]) -> Result<Any> {
    match args {
        [f, rest @ ..] => f.cast::<Function>()?.call_packed(rest),
        [] => bail!(TypeError, "expected a function and its arguments"),
    }
}

/// The result has to be a float.
#[tvm_ffi::export]
fn call_typed(f: TypedFunction<fn(i64, String) -> f64>, x: i64) -> Result<f64> {
    f.call((x, x.to_string()))
}

/// The arguments are borrowed.
#[tvm_ffi::export]
fn call_borrowed(f: TypedFunction<fn(&str, &Tensor) -> Tensor>, text: &str, x: Tensor) -> Result<Vec<f32>> {
    Ok(f.call((text, &x))?.elements()?.to_vec())
}

/// The result has to be an integer.
#[tvm_ffi::export]
fn call_for_integer(f: Function) -> Result<i64> {
    f.call(())?.cast()
}

/// The message of the error of a callback, which is not raised.
#[tvm_ffi::export]
fn catch(f: Function) -> Option<(String, String)> {
    f.call(()).err().map(|error| (error.kind().to_string(), error.message().into_owned()))
}

/// Raises the error of a callback with context.
#[tvm_ffi::export]
fn call_with_context(f: Function) -> Result<Any> {
    f.call(()).context("calling back") // line: call_with_context
}

/// Calls the first function; if it fails, the second.
#[tvm_ffi::export]
fn call_or_else(f: Function, g: Function) -> Result<Any> {
    f.call(()).or_else(|_| g.call(()))
}

/// A closure that owns a number.
#[tvm_ffi::export]
fn make_adder(by: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    // line: adder
    move |x| x + by
}

/// A closure with borrowed parameters.
#[tvm_ffi::export]
fn make_repeater(separator: String) -> Function {
    Function::new(move |text: &str, times: usize| vec![text; times].join(&separator)) // line: repeater
}

/// A closure, or an error.
#[tvm_ffi::export]
fn make_divider(by: i64) -> Result<impl Fn(i64) -> Result<i64> + Send + Sync + 'static> {
    if by == 0 {
        bail!(ValueError, "expected a divisor other than 0");
    }
    Ok(move |x: i64| match x.checked_div(by) {
        Some(quotient) => Ok(quotient),
        None => bail!(ValueError, "{x} / {by} overflows"), // line: divider
    })
}

/// A closure with state.
#[tvm_ffi::export]
fn make_counter() -> impl Fn() -> i64 + Send + Sync + 'static {
    let count = AtomicI64::new(0);
    move || count.fetch_add(1, Ordering::Relaxed) + 1
}

/// A closure over any arguments.
#[tvm_ffi::export]
fn make_collector() -> Function {
    Function::from_packed(|args: &[AnyView<'_>]| {
        args.iter().map(|arg| arg.to_any()).collect::<Result<Vec<Any>>>()
    })
}

/// A closure that owns a Python function.
#[tvm_ffi::export]
fn twice(f: Function) -> impl Fn(Any) -> Result<Any> + Send + Sync + 'static {
    move |x| f.call((f.call((x,))?,))
}

/// A closure that owns an object, and returns it.
#[tvm_ffi::export]
fn keep(x: ObjectRef) -> impl Fn() -> ObjectRef + Send + Sync + 'static {
    move || x.clone()
}

/// A typed function made here.
#[tvm_ffi::export]
fn make_typed() -> TypedFunction<fn(i64, i64) -> i64> {
    Function::new(|a: i64, b: i64| a * b).typed()
}

/// A function of the global registry.
#[tvm_ffi::export]
fn call_global(name: &str, x: i64) -> Result<Any> {
    Function::get_global(name)?.call((x,))
}
