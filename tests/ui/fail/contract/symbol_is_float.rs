use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn scale(#[shape(scale)] x: CpuView<'_, f32, 1>, scale: f32) -> f32 {
    x.iter().map(|x| scale * x).sum()
}

fn main() {}
