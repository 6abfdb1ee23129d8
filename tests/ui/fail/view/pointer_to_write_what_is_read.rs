//! The pointer to be written, of views that read.

use tvm_ffi::CudaView;

fn launch(_: *mut f32) {}

#[tvm_ffi::export]
fn cuda(x: CudaView<'_, f32, 1>) {
    launch(x.ptr_mut());
}

fn main() {}
