//! A view that reads, used like one that writes.

use tvm_ffi::{CpuView, CpuViewD};

#[tvm_ffi::export]
fn double(x: CpuView<'_, f32, 1>) {
    for x in x.iter_mut() {
        *x *= 2.0;
    }
}

#[tvm_ffi::export]
fn clear(x: CpuViewD<'_, f32>) {
    x.as_mut_slice().fill(0.0);
}

fn main() {}
