use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn one(#[out(one)] mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn empty(#[out()] mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn assigned(#[out = "zero"] mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

fn main() {}
