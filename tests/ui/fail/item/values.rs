#[tvm_ffi::export]
const WIDTH: i64 = 8;

#[tvm_ffi::export]
static NAME: &str = "kernels";

#[tvm_ffi::export]
use std::cmp::max;

macro_rules! make {
    () => {};
}

#[tvm_ffi::export]
make!();

fn main() {}
