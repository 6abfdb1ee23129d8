// Global.
#[tvm_ffi::export(global = "add_one")] fn no_dot(x: i64) -> i64 {}
#[tvm_ffi::export(global = "my_ext.")] fn no_name(x: i64) -> i64 {}
#[tvm_ffi::export(global = "my ext.add")] fn space(x: i64) -> i64 {}

// Of export.
#[tvm_ffi::export(name = "")] fn empty() {}
#[tvm_ffi::export(name = "_private")] fn leading_underscore() {}
#[tvm_ffi::export(name = "my func")] fn space() {}
#[tvm_ffi::export(name = "math/add")] fn slash() {}
#[tvm_ffi::export(name = "3d")] fn digit_first() {}
#[tvm_ffi::export(name = "größe")] fn unicode() {}
#[tvm_ffi::export(name = "add\0one")] fn nul() {}
#[tvm_ffi::export(name = "tvm_ffi_manifest")] fn taken() {}

// Of function.
#[tvm_ffi::export] fn _private(x: i64) -> i64 {}
#[tvm_ffi::export] fn größe(x: i64) -> i64 {}
#[tvm_ffi::export(name = "body")] fn __tvm_ffi_body(x: i64) -> i64 {}

// Named leading underscore.
#[tvm_ffi::export(name = "f")] fn _f() {}

// Manifest.
#[tvm_ffi::export] fn tvm_ffi_manifest() {}
