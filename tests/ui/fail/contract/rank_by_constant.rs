use tvm_ffi::prelude::*;

const RANK: usize = 3;

#[tvm_ffi::export]
fn total(#[shape(n, d)] x: CpuView<'_, f32, RANK>) -> f32 {
    x.iter().sum()
}

fn main() {}
