use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(2 * n, n)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

fn main() {}
