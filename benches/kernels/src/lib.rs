//! The benchmark functions, written the way a user of the framework would.
//!
//! `../../c/floor.c` and `../../cpp/twin.cc` have the same functions under the same names.

use tvm_ffi::{ArrayRef, Result, Str, bail};

/// Nothing: the cost of the call alone.
#[tvm_ffi::export]
fn noop() {}

/// One integer in, one out.
#[tvm_ffi::export]
fn add_one(x: i64) -> i64 {
    x + 1
}

/// Two kinds of scalars.
#[tvm_ffi::export]
fn add3(a: f64, b: f64, c: i64) -> f64 {
    a + b + c as f64
}

/// Borrowed text in, owned text out.
#[tvm_ffi::export]
fn concat(a: &str, b: &str) -> Str {
    Str::concat(&[a, b])
}

/// The elements of an array, read where they are.
#[tvm_ffi::export]
fn sum(values: ArrayRef<'_, i64>) -> i64 {
    values.iter().sum()
}

/// An error, always.
#[tvm_ffi::export]
fn fail() -> Result<()> {
    bail!("this always fails")
}
