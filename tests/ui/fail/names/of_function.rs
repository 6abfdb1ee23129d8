#[tvm_ffi::export]
fn _private(x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
fn größe(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = "body")]
fn __tvm_ffi_body(x: i64) -> i64 {
    x
}

fn main() {}
