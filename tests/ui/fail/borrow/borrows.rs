use std::sync::Mutex;
use std::thread;

use tvm_ffi::{AnyView, Tensor, TensorView};

static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
static VALUE: Mutex<Option<AnyView<'static>>> = Mutex::new(None);

#[tvm_ffi::export]
fn remember_name(name: &str) {
    NAMES.lock().unwrap().push(name);
}

#[tvm_ffi::export]
fn remember_first(args: &[AnyView<'_>]) {
    *VALUE.lock().unwrap() = args.first().copied();
}

#[tvm_ffi::export]
fn returned_from_owned<'a>(x: Tensor) -> &'a [i64] {
    x.shape()
}

#[tvm_ffi::export]
fn returned_local(name: &str) -> &str {
    let greeting = format!("hello, {name}");
    &greeting
}

#[tvm_ffi::export]
fn sent_to_thread(name: &str, x: TensorView<'_>) {
    thread::spawn(move || println!("{name}: {:?}", x.shape()));
}

fn main() {}
