//! Root-mean-square normalisation.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CpuView, CpuViewMut, CudaView, CudaViewMut, Result, Strided, bf16, f16};

use crate::MAX_SMEM;
use crate::float::Float;

kernels! {
    // The image that fits a GPU best is loaded. For GPUs newer than 9.x the driver compiles the PTX.
    image [
        sm_80 = "../images/rmsnorm.sm_80.cubin",
        sm_90 = "../images/rmsnorm.sm_90.cubin",
        ptx = "../images/rmsnorm.compute_90.ptx",
    ];
    static RMSNORM<T in [bf16, f16]>: fn(Ptr<T>, Ptr<T>, PtrMut<T>, i32, i64, i64, f32, i32) = "rmsnorm_{T}",
        max_smem = MAX_SMEM, pdl;
}

/// Normalises each row: `y = x / sqrt(mean(x * x) + eps) * weight`.
#[tvm_ffi::export(dispatch(T = [bf16, f16]), cpu = rmsnorm_on_cpu)]
pub fn rmsnorm<T: Float>(
    cx: Cuda<'_>,
    /// The rows. They may have gaps between them.
    #[shape(m, h % 8)]
    #[strides(sx % 8, 1)]
    #[align(16)]
    x: CudaView<'_, T, 2, Strided>,
    /// Multiplies the elements of each row.
    #[shape(h)]
    #[align(16)]
    weight: CudaView<'_, T, 1>,
    /// The results. The rows may have gaps between them too.
    #[out]
    #[shape(m, h)]
    #[strides(sy % 8, 1)]
    #[align(16)]
    mut y: CudaViewMut<'_, T, 2, Strided>,
    /// Avoids a division by zero for rows of zeros.
    #[default(1e-6)]
    eps: f32,
) -> Result<()> {
    let [m, h] = x.dims();
    // A row that fits into shared memory is read once, and a longer one twice.
    let bytes = h * size_of::<T>();
    let is_staged = bytes <= MAX_SMEM as usize;
    // In every image for GPUs with programmatic dependent launches, the kernel waits for the previous one.
    let launch = Launch::grid(m)?.block(256).smem(if is_staged { bytes } else { 0 })?.pdl(true);
    let args = (
        x.ptr(),
        weight.ptr(),
        y.ptr_mut(),
        i32::try_from(h)?,
        x.strides()[0],
        y.strides()[0],
        eps,
        i32::from(is_staged),
    );
    // SAFETY: the kernel touches [0, h) of `weight` and of each of m rows of `x` and `y`, 16 bytes at a time. By the contract they have these
    // extents, their rows are contiguous, and each row begins at a multiple of 16 bytes: the data does, and h and both strides are multiples of 8
    // elements of 2 bytes (with one row the stride is not used). Shared memory has room for h elements if the last argument says so.
    unsafe { RMSNORM.of::<T>().launch(&cx, &launch, args) }
}

/// [`rmsnorm`] in host memory.
pub fn rmsnorm_on_cpu<T: Float>(
    x: CpuView<'_, T, 2, Strided>,
    weight: CpuView<'_, T, 1>,
    mut y: CpuViewMut<'_, T, 2, Strided>,
    eps: f32,
) -> Result<()> {
    let h = x.dim(1) as f32;
    let rows = x.row_slices().expect("the last stride is 1");
    for (x, y) in rows.zip(y.row_slices_mut().expect("the last stride is 1")) {
        let squares: f32 = x.iter().map(|x| x.widen() * x.widen()).sum();
        let scale = 1.0 / (squares / h + eps).sqrt();
        for ((y, x), weight) in y.iter_mut().zip(x).zip(weight.as_slice()) {
            *y = T::narrow(x.widen() * scale * weight.widen());
        }
    }
    Ok(())
}
