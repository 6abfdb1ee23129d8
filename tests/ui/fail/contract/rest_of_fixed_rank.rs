use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n, ..)] x: CpuView<'_, f32, 2>, #[shape(s..)] y: CpuCells<'_, f32, 1>) -> usize {
    x.numel() + y.numel()
}

fn main() {}
