use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape({ u64::MAX })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn main() {}
