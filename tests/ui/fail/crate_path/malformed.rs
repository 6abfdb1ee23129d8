#[tvm_ffi::export(crate = "my crate")]
fn space(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(crate = "")]
fn empty(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(crate = "Self::tvm_ffi")]
fn type_path(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(crate = "::crate::tvm_ffi")]
fn absolute_crate(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(crate = "tvm_ffi<'_>")]
fn with_arguments(x: i64) -> i64 {
    x
}

fn main() {}
