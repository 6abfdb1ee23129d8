use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(x: CpuView<'_, f32, 1, Strided>) -> f32 {
    x.as_slice().iter().sum()
}

fn main() {}
