//! Launches that fail.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic";

    // Each statement makes its own library.
    fatbin "../../../cuda/images/kernels.fatbin";
    static BOTH: fn(PtrMut<f32>) = "both", max_smem = 96 * 1024;

    fatbin "../../../cuda/images/kernels.fatbin";
    static ONCE: fn(PtrMut<f32>) = "dynamic";
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

/// A kernel that the calls of one test load.
#[tvm_ffi::export]
fn launch_once(cx: Cuda<'_>, mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { ONCE.launch(&cx, &Launch::grid(1)?.block(256), (x.ptr_mut(),)) }
}

/// The same for another test, with more shared memory than the default limit.
#[tvm_ffi::export]
fn launch_other(cx: Cuda<'_>, mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { BOTH.launch(&cx, &Launch::grid(1)?.block(256).smem(64 * 1024)?, (x.ptr_mut(),)) }
}

/// A panic in the context of the device.
#[tvm_ffi::export]
fn panic_within(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) -> Result<()> {
    cx.with_context(|| panic!("{} elements are too many", x.dim(0)))
}
