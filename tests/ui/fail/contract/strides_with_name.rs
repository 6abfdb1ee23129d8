use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[strides(s.., 1)] x: CpuViewD<'_, f32, Strided>) -> f32 {
    x.iter().sum()
}

fn main() {}
