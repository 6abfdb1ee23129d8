use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn dot(#[shape(length)] x: CpuView<'_, f32, 1>, #[shape(lenght + 1)] y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().zip(y.iter()).map(|(x, y)| x * y).sum()
}

fn main() {}
