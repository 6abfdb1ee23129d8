use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn corner(x: CpuView<'_, f32, 2>) -> f32 {
    x[[0]]
}

fn main() {}
