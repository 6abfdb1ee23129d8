//! A launch with more shared memory than the default limit.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static BOTH: fn(PtrMut<f32>) = "both", max_smem = 96 * 1024;
}

/// Launches it.
#[tvm_ffi::export]
fn launch_other(cx: Cuda<'_>, mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { BOTH.launch(&cx, &Launch::grid(1)?.block(256).smem(64 * 1024)?, (x.ptr_mut(),)) }
}
