#[tvm_ffi::export(global(override, name = "my_ext.hello"))]
fn hello() {}
