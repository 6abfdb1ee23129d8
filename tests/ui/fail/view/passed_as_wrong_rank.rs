use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn call(x: CpuView<'_, f32, 2>) -> f32 {
    total(x)
}

fn main() {}
