use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn dot(#[shape(n + 1)] x: CpuView<'_, f32, 1>, #[shape(n)] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().zip(y.iter()).map(|(x, y)| x * y).sum()
}

fn main() {}
