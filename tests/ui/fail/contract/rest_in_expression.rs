use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(s..)] x: CpuViewD<'_, f32>, #[shape(2 * s)] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(y.iter()).sum()
}

fn main() {}
