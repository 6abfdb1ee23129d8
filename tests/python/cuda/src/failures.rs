//! Launches that fail.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic";

    // Each statement makes its own library.
    fatbin "../../../cuda/images/kernels.fatbin";
    static BOTH: fn(PtrMut<f32>) = "both", max_smem = 96 * 1024;
}

/// A launch of any shape.
#[tvm_ffi::export]
fn launch(
    cx: Cuda<'_>,
    mut x: CudaViewMut<'_, f32, 1>,
    grid: i64,
    block: u32,
    #[default(0)] smem: i64,
) -> Result<()> {
    let launch = Launch::grid(grid)?.block(block).smem(smem)?;
    // SAFETY: the driver runs nothing.
    unsafe { DYNAMIC.launch(&cx, &launch, (x.ptr_mut(),)) }
}

/// The same, with more shared memory than the default limit.
#[tvm_ffi::export]
fn launch_other(cx: Cuda<'_>, mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { BOTH.launch(&cx, &Launch::grid(1)?.block(256).smem(64 * 1024)?, (x.ptr_mut(),)) }
}
