use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn any(x: CpuView<'_, bool, 1>) {
    drop(x);
}

fn main() {}
