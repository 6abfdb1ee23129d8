//! The sum of two vectors.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CpuView, CpuViewMut, CudaView, CudaViewMut, Result};

kernels! {
    // Compiled at first use, on the machine that runs it.
    nvrtc "../kernels/vadd.cu";
    static VADD: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

/// The sum of two vectors: `c = a + b`.
#[tvm_ffi::export(cpu = vadd_on_cpu)]
pub fn vadd(
    cx: Cuda<'_>,
    /// The first summands.
    #[shape(n)]
    a: CudaView<'_, f32, 1>,
    /// The second summands.
    #[shape(n)]
    b: CudaView<'_, f32, 1>,
    /// The sums.
    #[out]
    #[shape(n)]
    mut c: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    let launch = Launch::linear(a.dim(0), 256)?;
    // SAFETY: the kernel touches [0, n) of each pointer. By the contract all three arrays have n contiguous `f32` in memory of the
    // device, and `c` overlaps neither of the others.
    unsafe { VADD.launch(&cx, &launch, (a.ptr(), b.ptr(), c.ptr_mut(), a.dim_as(0)?)) }
}

/// [`vadd`] in host memory.
pub fn vadd_on_cpu(
    a: CpuView<'_, f32, 1>,
    b: CpuView<'_, f32, 1>,
    mut c: CpuViewMut<'_, f32, 1>,
) -> Result<()> {
    for ((c, a), b) in c.as_mut_slice().iter_mut().zip(a.as_slice()).zip(b.as_slice()) {
        *c = a + b;
    }
    Ok(())
}
