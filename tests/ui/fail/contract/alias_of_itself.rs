use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn copy(#[alias(x)] x: CpuCells<'_, f32, 1>) -> usize {
    x.numel()
}

fn main() {}
