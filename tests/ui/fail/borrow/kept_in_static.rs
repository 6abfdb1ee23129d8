use std::sync::Mutex;

use tvm_ffi::AnyView;

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

fn main() {}
