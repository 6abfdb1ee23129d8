//! Six small functions that Python calls.
//!
//! `cargo xtask quickstart` builds this library and runs `run.py`, which calls each of them.

use tvm_ffi::{CpuView, Error, ErrorKind, Function, Result, bail};

// Makes the library a Python module: `import quickstart`.
tvm_ffi::python_module!(quickstart);

/// Adds one. A result beyond 64 bits is an error.
#[tvm_ffi::export]
fn add_one(x: i64) -> Result<i64> {
    match x.checked_add(1) {
        Some(y) => Ok(y),
        None => bail!(ValueError, "{x} + 1 does not fit 64 bits"),
    }
}

/// A greeting. Text is borrowed from the caller.
#[tvm_ffi::export]
fn greet(
    /// The name to greet.
    name: &str,
    /// The end of the sentence.
    #[default("!")]
    punctuation: &str,
) -> String {
    format!("hello, {name}{punctuation}")
}

/// The sum of a vector, which is not copied.
#[tvm_ffi::export]
fn sum_f32(x: CpuView<'_, f32, 1>) -> f64 {
    x.as_slice().iter().map(|value| f64::from(*value)).sum()
}

/// Calls a Python function on each value.
#[tvm_ffi::export]
fn apply(f: Function, values: Vec<i64>) -> Result<Vec<i64>> {
    values.into_iter().map(|value| f.call((value,))?.cast()).collect()
}

/// A counter: a closure with state, which lives as long as Python refers to it.
#[tvm_ffi::export]
fn make_counter(start: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    use std::sync::atomic::{AtomicI64, Ordering};
    let count = AtomicI64::new(start);
    move |step| count.fetch_add(step, Ordering::Relaxed) + step
}

/// Reads a port number, or raises `ValueError`.
#[tvm_ffi::export]
fn parse_port(text: &str) -> Result<u16> {
    match text.parse::<u16>()? {
        0 => Err(Error::new(ErrorKind::ValueError, "port 0 is reserved")),
        port => Ok(port),
    }
}
