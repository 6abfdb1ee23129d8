use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn first(x: CudaView<'_, f32, 1>) -> f32 {
    x[[0]]
}

fn main() {}
