//! The inner product of two vectors.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CpuView, CpuViewMut, CudaView, CudaViewMut, Result};

kernels! {
    // One file has images for several GPUs.
    fatbin "../images/dot.fatbin";
    static PARTIALS: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "dot_partials";
    static TOTAL: fn(Ptr<f32>, PtrMut<f32>, i32) = "dot_total";
}

const THREADS: u32 = 256;

/// The inner product of two vectors, in `f32`. The order of summation is the same in each call on the same GPU.
#[tvm_ffi::export(cpu = dot_on_cpu)]
pub fn dot(
    cx: Cuda<'_>,
    /// The first vector.
    #[shape(n)]
    a: CudaView<'_, f32, 1>,
    /// The second vector.
    #[shape(n)]
    b: CudaView<'_, f32, 1>,
    /// The product.
    #[out]
    #[shape(1)]
    mut result: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    // As many blocks as run at the same time, and at least one, so that a sum is written.
    let resident = PARTIALS.occupancy(&cx, THREADS, 0)? * cx.multiprocessors()?;
    let blocks = a.dim(0).div_ceil(THREADS as usize).clamp(1, resident as usize);
    let partials = cx.workspace(blocks * size_of::<f32>(), align_of::<f32>())?;
    let launch = Launch::grid(blocks)?.block(THREADS);
    // SAFETY: the kernel reads [0, n) of `a` and `b`, which have n elements by the contract, and writes one `f32` for each block.
    unsafe { PARTIALS.launch(&cx, &launch, (a.ptr(), b.ptr(), partials.ptr_mut(), a.dim_as(0)?)) }?;
    let launch = Launch::grid(1)?.block(THREADS);
    // SAFETY: the kernel reads the numbers that the previous kernel on the same stream has written, and writes the number of `result`.
    unsafe { TOTAL.launch(&cx, &launch, (partials.ptr(), result.ptr_mut(), blocks.try_into()?)) }
}

/// [`dot`] in host memory.
pub fn dot_on_cpu(
    a: CpuView<'_, f32, 1>,
    b: CpuView<'_, f32, 1>,
    mut result: CpuViewMut<'_, f32, 1>,
) -> Result<()> {
    result[[0]] = a.iter().zip(b.iter()).fold(0.0, |sum, (a, b)| sum + a * b);
    Ok(())
}
