use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn empty(#[alias()] x: CpuCells<'_, f32, 1>) -> usize {
    x.numel()
}

#[tvm_ffi::export]
fn two(x: CpuCells<'_, f32, 1>, #[alias(x, z)] y: CpuCells<'_, f32, 1>, z: CpuCells<'_, f32, 1>) -> usize {
    x.numel() + y.numel() + z.numel()
}

fn main() {}
