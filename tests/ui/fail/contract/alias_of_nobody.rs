use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn copy(input: CpuCells<'_, f32, 1>, #[alias(inptu)] y: CpuCells<'_, f32, 1>, #[alias(w)] z: CpuCells<'_, f32, 1>) -> usize {
    input.numel() + y.numel() + z.numel()
}

fn main() {}
