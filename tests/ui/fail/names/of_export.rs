#[tvm_ffi::export(name = "")]
fn empty() {}

#[tvm_ffi::export(name = "_private")]
fn leading_underscore() {}

#[tvm_ffi::export(name = "my func")]
fn space() {}

#[tvm_ffi::export(name = "math/add")]
fn slash() {}

#[tvm_ffi::export(name = "3d")]
fn digit_first() {}

#[tvm_ffi::export(name = "größe")]
fn unicode() {}

#[tvm_ffi::export(name = "add\0one")]
fn nul() {}

#[tvm_ffi::export(name = "tvm_ffi_manifest")]
fn taken() {}

fn main() {}
