use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(4usize, 1.5, "n")] x: CpuView<'_, f32, 3>) -> f32 {
    x.iter().sum()
}

fn main() {}
