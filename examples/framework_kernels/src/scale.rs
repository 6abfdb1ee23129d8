//! A CUDA kernel with its CPU fallback: the device of the arrays selects one of them, also for gradients.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CpuViewD, CpuViewMutD, CudaViewD, CudaViewMutD, Result};

kernels! {
    // Compiled at first use, on the machine that runs it.
    nvrtc r#"
        extern "C" __global__ void scale(const float* x, float* y, float by, long long n) {
            const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
            if (i < n) {
                y[i] = by * x[i];
            }
        }
    "#;
    static SCALE: fn(Ptr<f32>, PtrMut<f32>, f32, i64) = "scale";
}

/// `x`, times a number.
#[tvm_ffi::export(cpu = scale_on_cpu)]
pub fn scale(
    cx: Cuda<'_>,
    #[shape(s..)] x: CudaViewD<'_, f32>,
    #[out]
    #[shape(s..)]
    mut y: CudaViewMutD<'_, f32>,
    #[default(2.0)] by: f32,
) -> Result<()> {
    let launch = Launch::linear(x.numel(), 256)?;
    // SAFETY: the kernel touches [0, n) of each pointer. By the contract both arrays have n contiguous `f32` in memory of the device,
    // and `y` does not overlap `x`.
    unsafe { SCALE.launch(&cx, &launch, (x.ptr(), y.ptr_mut(), by, x.numel().try_into()?)) }
}

/// [`scale`] in host memory.
pub fn scale_on_cpu(x: CpuViewD<'_, f32>, mut y: CpuViewMutD<'_, f32>, by: f32) -> Result<()> {
    for (y, x) in y.iter_mut().zip(x.iter()) {
        *y = by * x;
    }
    Ok(())
}

/// The gradient of [`scale`].
#[tvm_ffi::export(backward_of = scale, cpu = scale_bwd_on_cpu)]
pub fn scale_bwd(
    cx: Cuda<'_>,
    #[grad(y)]
    #[shape(s..)]
    dy: CudaViewD<'_, f32>,
    #[grad(x)]
    #[out]
    #[shape(s..)]
    dx: CudaViewMutD<'_, f32>,
    by: f32,
) -> Result<()> {
    scale(cx, dy, dx, by)
}

/// [`scale_bwd`] in host memory.
pub fn scale_bwd_on_cpu(dy: CpuViewD<'_, f32>, dx: CpuViewMutD<'_, f32>, by: f32) -> Result<()> {
    scale_on_cpu(dy, dx, by)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{tensor, tensor_mut};

    #[test]
    fn results_and_gradients_are_scaled_on_the_cpu() -> Result<()> {
        for function in [scale_on_cpu, scale_bwd_on_cpu] {
            let mut scaled = [0.0; 2];
            function(
                tensor(&[1.0, -2.0], [2]).view().into_dyn(),
                tensor_mut(&mut scaled, [2]).view_mut().into_dyn(),
                1.5,
            )?;
            assert_eq!(scaled, [1.5, -3.0]);
        }
        Ok(())
    }
}
