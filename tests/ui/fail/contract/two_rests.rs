use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(batch.., n, ..)] x: CpuViewD<'_, f32>) -> f32 {
    x.iter().sum()
}

fn main() {}
