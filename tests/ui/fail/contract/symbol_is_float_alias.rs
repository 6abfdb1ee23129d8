use tvm_ffi::prelude::*;

type Scale = f32;

#[tvm_ffi::export]
fn scale(#[shape(scale)] x: CpuView<'_, f32, 1>, scale: Scale) -> f32 {
    x.iter().map(|x| scale * x).sum()
}

fn main() {}
