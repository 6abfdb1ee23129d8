use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn without_parentheses(#[shape] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn assigned(#[shape = n] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn in_brackets(#[strides[_, 1]] x: CpuView<'_, f32, 2, Strided>) -> f32 {
    x.iter().sum()
}

fn main() {}
