use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn count(x: CpuView<'_, f32>) -> usize {
    x.numel()
}

fn main() {}
