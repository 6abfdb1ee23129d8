use std::sync::Mutex;

use tvm_ffi::{AnyView, TensorView};

static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
static TENSOR: Mutex<Option<TensorView<'static>>> = Mutex::new(None);
static VALUE: Mutex<Option<AnyView<'static>>> = Mutex::new(None);

#[tvm_ffi::export]
fn remember_name(name: &str) {
    NAMES.lock().unwrap().push(name);
}

#[tvm_ffi::export]
fn remember_tensor(x: TensorView<'_>) {
    *TENSOR.lock().unwrap() = Some(x);
}

#[tvm_ffi::export]
fn remember_value(x: AnyView<'_>) {
    *VALUE.lock().unwrap() = Some(x);
}

#[tvm_ffi::export]
fn remember_first(args: &[AnyView<'_>]) {
    *VALUE.lock().unwrap() = args.first().copied();
}

fn main() {}
