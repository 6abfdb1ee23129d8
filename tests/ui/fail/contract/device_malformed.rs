use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn empty(#[device] x: TensorView<'_>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn numbered(#[device(cuda:0)] x: TensorView<'_>) -> usize {
    x.numel()
}

fn main() {}
