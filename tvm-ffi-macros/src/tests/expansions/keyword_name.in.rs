#[tvm_ffi::export(name = "lambda")]
fn function() {}
