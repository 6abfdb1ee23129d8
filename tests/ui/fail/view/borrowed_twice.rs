use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn swap(mut x: CpuViewMut<'_, f32, 1>) {
    let first = x.as_mut_slice();
    let second = x.as_mut_slice();
    first.swap_with_slice(second);
}

fn main() {}
