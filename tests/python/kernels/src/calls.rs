//! Exports for tests of names, documentation, and calls.

use std::sync::atomic::{AtomicI64, Ordering};

use tvm_ffi::{Any, AnyView, Result};

/// Has no arguments and no result.
#[tvm_ffi::export]
fn nothing() {}

/// The number of seconds in an hour.
#[tvm_ffi::export]
fn no_arguments() -> i64 {
    3600
}

/// Adds two integers.
///
/// Wraps around, so that it cannot raise an error: one test calls it without a runtime.
#[tvm_ffi::export]
fn add(
    /// The first summand.
    a: i64,
    /// The second summand.
    b: i64,
) -> i64 {
    a.wrapping_add(b)
}

/// The number of calls so far.
fn next_number() -> i64 {
    static COUNT: AtomicI64 = AtomicI64::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed) + 1
}

/// Defaults of many forms; the last one changes with each call.
#[tvm_ffi::export]
#[allow(clippy::too_many_arguments, reason = "one for each form")]
fn defaults(
    required: i64,
    #[default(-2)] int: i64,
    #[default(1e-6)] float: f64,
    #[default("a \"quoted\" text")] text: &str,
    #[default(true)] flag: bool,
    #[default(None)] option: Option<i64>,
    #[default(vec![1, 2])] list: Vec<i64>,
    #[default(next_number())] number: i64,
) -> (i64, i64, f64, String, bool, Option<i64>, Vec<i64>, i64) {
    (required, int, float, text.to_owned(), flag, option, list, number)
}

/// Parameters may be rebound.
#[tvm_ffi::export]
fn mutable(mut values: Vec<i64>, mut by: i64) -> Vec<i64> {
    by *= 2;
    values.iter_mut().for_each(|value| *value += by);
    values
}

/// A raw identifier as the name.
#[tvm_ffi::export]
fn raw_names(r#type: i64, r#in: i64) -> i64 {
    r#type - r#in
}

/// Many parameters.
#[tvm_ffi::export]
#[allow(clippy::too_many_arguments, reason = "more than fit registers")]
fn many(a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64, i: i64, j: f64, k: &str) -> String {
    format!("{}{j}{k}", [a, b, c, d, e, f, g, h, i].iter().sum::<i64>())
}

/// Any arguments.
#[tvm_ffi::export]
fn count(args: &[AnyView<'_>]) -> usize {
    args.len()
}

/// Returns any arguments.
#[tvm_ffi::export]
fn collect(args: &[AnyView<'_>]) -> Result<Vec<Any>> {
    args.iter().map(|arg| arg.to_any()).collect()
}

#[doc = include_str!("halve.md")]
#[doc = concat!("Halves ", stringify!(x), ".")]
///
/// The end.
#[tvm_ffi::export(name = "math.halve")]
fn halve(#[doc = concat!("What is ", "halved.")] x: f64) -> f64 {
    x / 2.0
}

/// Makes the module itself callable.
#[tvm_ffi::export]
fn main(x: i64) -> i64 {
    x + 1
}

/// Hidden by an attribute of Python's `Module`.
#[tvm_ffi::export]
#[allow(deprecated)]
fn kind() -> &'static str {
    "the function"
}

/// A global function with the name of the crate as prefix.
#[tvm_ffi::export(global)]
fn global_square(
    /// The base.
    x: i64,
) -> i64 {
    x * x
}

/// A global function whose name another library registers too.
#[tvm_ffi::export(global = "e2e.contested")]
fn contested() -> &'static str {
    "kernels"
}

/// A global function that another library overrides.
#[tvm_ffi::export(global = "e2e.overridden")]
fn overridden() -> &'static str {
    "kernels"
}

/// A symbol of the system library.
#[tvm_ffi::export(name = "e2e_system.negate", system_lib)]
fn negate(x: i64) -> i64 {
    -x
}

/// The name of this library. The library `e2e-second` has a function of the same name.
#[tvm_ffi::export]
fn which() -> &'static str {
    "kernels"
}

/// Whether the library was built for debugging.
#[tvm_ffi::export]
fn is_debug_build() -> bool {
    cfg!(debug_assertions)
}
