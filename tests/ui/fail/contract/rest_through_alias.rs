use tvm_ffi::prelude::*;

type Image<'a> = CpuView<'a, f32, 3>;

#[tvm_ffi::export]
fn total(#[shape(n, ..)] x: Image<'_>) -> f32 {
    x.iter().sum()
}

fn main() {}
