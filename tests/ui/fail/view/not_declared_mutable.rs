use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn fill(#[shape(n)] x: CpuViewMut<'_, f32, 1>) {
    x[[0]] = 1.0;
}

fn main() {}
