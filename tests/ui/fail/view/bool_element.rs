use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn any(#[shape(n)] x: CpuView<'_, bool, 1>) -> usize {
    x.numel()
}

fn main() {}
