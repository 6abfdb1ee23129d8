use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(-1, 2 - 3)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

fn main() {}
