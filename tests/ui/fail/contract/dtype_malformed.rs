use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn empty(#[dtype()] x: TensorView<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn quoted(#[dtype("float32")] x: TensorView<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn assigned(#[dtype = f32] x: TensorView<'_>) -> usize {
    x.numel()
}

fn main() {}
