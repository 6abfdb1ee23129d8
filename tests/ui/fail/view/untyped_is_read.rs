use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn first(x: TensorView<'_>) -> f32 {
    x[[0]]
}

fn main() {}
