#![deny(deprecated)]

#[tvm_ffi::export]
fn kind() -> i64 {
    1
}

#[tvm_ffi::export(name = "lambda")]
fn function() -> i64 {
    2
}

#[tvm_ffi::export]
#[allow(deprecated)]
fn imports() -> i64 {
    3
}

fn main() {}
