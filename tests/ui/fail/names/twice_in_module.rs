#[tvm_ffi::export]
fn add(x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
fn add(x: i64) -> i64 {
    x + 1
}

fn main() {}
