use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn fill(mut x: CpuView<'_, f32, 1>) {
    x[[0]] = 1.0;
}

fn main() {}
