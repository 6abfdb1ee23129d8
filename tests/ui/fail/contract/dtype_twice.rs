use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[dtype(f32, bool, float32)] x: TensorView<'_>) -> usize {
    x.numel()
}

fn main() {}
