use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn copy(x: CpuView<'_, f32, 1>, #[alias(x)] mut y: CpuViewMut<'_, f32, 1>) {
    y[[0]] = x[[0]];
}

fn main() {}
