use tvm_ffi::prelude::*;

const SCALE: f32 = 4.0;

#[tvm_ffi::export]
fn total(#[shape({ SCALE })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn main() {}
