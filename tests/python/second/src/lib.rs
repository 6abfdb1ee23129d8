//! Functions with the names of other functions in `e2e-kernels`, for tests with two libraries in one process.

use tvm_ffi::{Function, PyObject, Result, bail};

tvm_ffi::python_module!(e2e_second, init = add_attribute);

/// Runs when Python imports the library.
fn add_attribute(module: PyObject) -> Result<()> {
    let which = module.call_method("which", &[])?;
    let arguments = [module, PyObject::new("added_by_init")?, which];
    PyObject::import("builtins")?.get("setattr")?.call(&arguments)?;
    Ok(())
}

/// The name of this library.
#[tvm_ffi::export]
fn which() -> &'static str {
    "second"
}

/// Multiplies; the function of the other library adds.
#[tvm_ffi::export]
fn add(a: i64, b: i64) -> i64 {
    a.wrapping_mul(b)
}

/// Raises an error in this library.
#[tvm_ffi::export]
fn bail_plain() -> Result<()> {
    bail!(KeyError, "raised by the second library")
}

/// Panics in this library.
#[tvm_ffi::export]
fn panic_text() {
    panic!("the second library panicked");
}

/// Calls a function, for example of the other library.
#[tvm_ffi::export]
fn call(f: Function, x: i64) -> Result<i64> {
    f.call((x,))?.cast()
}

/// A closure of this library.
#[tvm_ffi::export]
fn make_adder(by: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |x| x - by
}

/// A global function whose name the other library registers too.
#[tvm_ffi::export(global = "e2e.contested")]
fn contested() -> &'static str {
    "second"
}

/// A global function that replaces the one of the other library.
#[tvm_ffi::export(global(override, name = "e2e.overridden"))]
fn overriding() -> &'static str {
    "second"
}

/// A class whose type key the other library registers too, with other fields.
#[tvm_ffi::object("e2e.Contested", init)]
struct Contested {
    #[field]
    text: String,
}

/// A subclass, which cannot be registered either.
#[tvm_ffi::object("e2e.ContestedChild", init, extends = Contested)]
struct ContestedChild {
    #[base]
    contested: Contested,
}

/// A class that only this library has.
#[tvm_ffi::object("e2e.Second", init)]
struct Second {
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
fn second_value(object: &Second) -> i64 {
    object.value
}
