//! Elements of device memory, looked at from the host.

use tvm_ffi::{CudaView, CudaViewMut};

#[tvm_ffi::export]
fn sum(x: CudaView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn clear(mut y: CudaViewMut<'_, f32, 1>) {
    y.as_mut_slice().fill(0.0);
}

fn main() {}
