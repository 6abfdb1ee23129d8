use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[strides(_, 1)] x: CpuView<'_, f32, 3, Strided>) -> f32 {
    x.iter().sum()
}

fn main() {}
