#[tvm_ffi::export]
fn kind() -> i64 {
    0
}

#[tvm_ffi::export(name = "lambda")]
fn function() {}
