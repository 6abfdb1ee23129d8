use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn dot(#[shape(n)] pair: (CpuView<'_, f32, 1>, CpuView<'_, f32, 1>)) -> f32 {
    pair.0.iter().zip(pair.1.iter()).map(|(x, y)| x * y).sum()
}

fn main() {}
