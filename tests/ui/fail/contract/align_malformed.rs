use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn empty(#[align()] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn named(#[align(LINE)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn two(#[align(16, 32)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn main() {}
