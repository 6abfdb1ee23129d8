use tvm_ffi::prelude::*;

type Image<'a> = CpuView<'a, f32, 2>;

#[tvm_ffi::export]
fn total(#[dtype(f32)] x: Image<'_>) -> f32 {
    x.iter().sum()
}

fn main() {}
