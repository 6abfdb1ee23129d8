use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape({})] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn main() {}
