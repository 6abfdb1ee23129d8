#[tvm_ffi::export]
fn unwrap(value: tvm_ffi::Result<i64>) -> i64 {
    value.unwrap_or_default()
}

fn main() {}
