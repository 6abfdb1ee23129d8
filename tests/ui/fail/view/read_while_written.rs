use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn double(mut x: CpuViewMut<'_, f32, 1>) {
    let shared = x.as_shared();
    x[[0]] = 2.0;
    assert_eq!(shared[[0]], 1.0);
}

fn main() {}
