use tvm_ffi::prelude::*;

fn fill(mut x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

#[tvm_ffi::export]
fn twice(#[shape(n)] x: CpuViewMut<'_, f32, 1>) {
    fill(x);
    fill(x);
}

fn main() {}
