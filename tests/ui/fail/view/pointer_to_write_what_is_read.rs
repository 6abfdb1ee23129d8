//! The pointer to be written, of views that read.

use tvm_ffi::CudaView;
use tvm_ffi::view::{Rank, Rocm, Shared, View};

fn launch(_: *mut f32) {}

#[tvm_ffi::export]
fn cuda(x: CudaView<'_, f32, 1>) {
    launch(x.ptr_mut());
}

#[tvm_ffi::export]
fn rocm(x: View<'_, Rocm, Shared, f32, Rank<1>>) {
    launch(x.ptr_mut());
}

fn main() {}
