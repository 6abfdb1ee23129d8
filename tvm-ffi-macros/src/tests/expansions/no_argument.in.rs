#[tvm_ffi::export]
fn kind() -> i64 {
    0
}
