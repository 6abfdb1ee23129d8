#[tvm_ffi::export]
fn later(x: i64) -> i64;

fn main() {}
