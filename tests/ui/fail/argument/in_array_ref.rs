use tvm_ffi::{ArrayRef, MapRef};

struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(configs: ArrayRef<'_, Config>) -> usize {
    let _ = configs;
    0
}

#[tvm_ffi::export]
fn resize_all(configs: MapRef<'_, &str, Config>) -> usize {
    let _ = configs;
    0
}

fn main() {}
