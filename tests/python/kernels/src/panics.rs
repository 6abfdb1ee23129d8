//! Panics, in every place that runs user code.

use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi::{Error, Function, Result};

/// Panics with constant text.
#[tvm_ffi::export]
fn panic_text() {
    panic!("constant text"); // line: panic_text
}

/// Panics with formatted text.
#[tvm_ffi::export]
fn panic_format(x: i64) -> i64 {
    panic!("got {x}"); // line: panic_format
}

/// Panics where no `panic!` is written.
#[tvm_ffi::export]
fn panic_index(values: Vec<i64>, index: usize) -> i64 {
    values[index] // line: panic_index
}

/// Panics in a function with `#[track_caller]`.
#[tvm_ffi::export]
fn panic_unwrap(text: &str) -> i64 {
    text.parse().unwrap() // line: panic_unwrap
}

/// Panics with a payload that is not text.
#[tvm_ffi::export]
fn panic_payload() {
    std::panic::panic_any(42i32); // line: panic_payload
}

/// Panics when it is dropped.
struct Bomb(&'static str);

/// The number of drops.
static DROPPED: AtomicUsize = AtomicUsize::new(0);

impl Drop for Bomb {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::Relaxed);
        panic!("dropped: {}", self.0); // line: bomb
    }
}

/// The number of panics so far.
#[tvm_ffi::export]
fn bombs() -> usize {
    DROPPED.load(Ordering::Relaxed)
}

/// Panics with a payload whose own drop panics.
#[tvm_ffi::export]
fn panic_with_bomb() {
    std::panic::panic_any(Bomb("payload")); // line: panic_with_bomb
}

/// Panics in a destructor, after the result is known.
#[tvm_ffi::export]
fn panic_in_drop(x: i64) -> i64 {
    let _bomb = Bomb("local");
    x
}

/// A closure that panics when it is called.
#[tvm_ffi::export]
fn make_panicking() -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    |x| panic!("called with {x}") // line: make_panicking
}

/// A closure that panics when it is freed.
#[tvm_ffi::export]
fn make_bomb() -> impl Fn() -> &'static str + Send + Sync + 'static {
    let bomb = Bomb("captured");
    // Uses the whole value: a closure captures only the fields that it names, and dropping the text does not panic.
    move || {
        let Bomb(text) = &bomb;
        text
    }
}

/// An error whose conversion panics.
struct Inconvertible;

impl From<Inconvertible> for Error {
    fn from(_: Inconvertible) -> Self {
        panic!("cannot convert"); // line: inconvertible
    }
}

/// Panics while its error is converted.
#[tvm_ffi::export]
fn panic_in_conversion() -> Result<(), Inconvertible> {
    Err(Inconvertible)
}

/// Panics while a default is evaluated.
#[tvm_ffi::export]
fn panic_in_default(#[default(panic!("no default"))] x: i64) -> i64 {
    x
}

/// Panics after a callback, whose error it unwraps.
#[tvm_ffi::export]
fn panic_after_callback(f: Function) -> bool {
    f.call(()).unwrap().is_none() // line: panic_after_callback
}

/// A panic that is caught here is not reported.
#[tvm_ffi::export]
fn catch_own_panic() -> bool {
    std::panic::catch_unwind(|| panic!("caught at once")).is_err()
}

/// A panic in another thread, outside of any call: it is printed as usual.
#[tvm_ffi::export]
fn panic_in_thread() -> bool {
    std::thread::spawn(|| panic!("in a thread")).join().is_err()
}
