//! Elements of device memory, looked at from the host.

use tvm_ffi::view::{Exclusive, Rank, Rocm, View};
use tvm_ffi::{CudaView, CudaViewMut};

#[tvm_ffi::export]
fn sum(x: CudaView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn copy(x: CudaView<'_, f32, 1>, mut y: CudaViewMut<'_, f32, 1>) {
    y.as_mut_slice().copy_from_slice(x.as_slice());
}

#[tvm_ffi::export]
fn clear(mut x: View<'_, Rocm, Exclusive, f32, Rank<1>>) {
    for x in x.iter_mut() {
        *x = 0.0;
    }
}

fn main() {}
