use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn copy(x: TensorView<'_>, #[alias(x)] y: CpuCells<'_, f32, 1>) -> usize {
    x.numel() + y.numel()
}

fn main() {}
