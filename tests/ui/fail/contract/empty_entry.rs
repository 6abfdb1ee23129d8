use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n, , d)] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

fn main() {}
