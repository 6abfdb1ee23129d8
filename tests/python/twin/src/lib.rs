//! Functions with the names of other functions in `e2e-kernels`, to see two libraries in one process.

use tvm_ffi::{Function, Result, bail};

/// Which library answers.
#[tvm_ffi::export]
fn which() -> &'static str {
    "twin"
}

/// Multiplies, where the other library adds.
#[tvm_ffi::export]
fn add(a: i64, b: i64) -> i64 {
    a.wrapping_mul(b)
}

/// Raises an error of this library's.
#[tvm_ffi::export]
fn bail_plain() -> Result<()> {
    bail!(KeyError, "raised by the twin")
}

/// Panics in this library.
#[tvm_ffi::export]
fn panic_text() {
    panic!("the twin panicked");
}

/// Calls a function, of the other library say.
#[tvm_ffi::export]
fn call(f: Function, x: i64) -> Result<i64> {
    f.call((x,))?.cast()
}

/// A closure of this library's.
#[tvm_ffi::export]
fn make_adder(by: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |x| x - by
}

/// In the global registry, under a name that the other library claims too.
#[tvm_ffi::export(global = "e2e.contested")]
fn contested() -> &'static str {
    "twin"
}

/// In the global registry, in the place of the function that the other library registers.
#[tvm_ffi::export(global(override, name = "e2e.overridden"))]
fn overriding() -> &'static str {
    "twin"
}

/// A class whose key the other library claims too, with other fields.
#[tvm_ffi::object("e2e.Contested", init)]
struct Contested {
    #[field]
    text: String,
}

/// A child of it, which cannot be registered either.
#[tvm_ffi::object("e2e.ContestedChild", init, extends = Contested)]
struct ContestedChild {
    #[base]
    contested: Contested,
}

/// A class of this library's own.
#[tvm_ffi::object("e2e.Twin", init)]
struct Twin {
    #[field]
    value: i64,
}

#[tvm_ffi::export]
fn make_contested(text: String) -> Result<tvm_ffi::Ref<Contested>> {
    tvm_ffi::Ref::try_new(Contested { text })
}

#[tvm_ffi::export]
fn make_contested_by_value(text: String) -> Contested {
    Contested { text }
}

#[tvm_ffi::export]
fn read_contested(contested: &Contested) -> String {
    contested.text.clone()
}

#[tvm_ffi::export]
fn make_contested_child(text: String) -> ContestedChild {
    ContestedChild { contested: Contested { text } }
}

#[tvm_ffi::export]
fn twin_value(twin: &Twin) -> i64 {
    twin.value
}
