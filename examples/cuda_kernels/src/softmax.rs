//! The softmax of each row.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CpuView, CpuViewMut, CudaView, CudaViewMut, Result, Strided, bf16, f16};

use crate::MAX_SMEM;
use crate::float::Float;

kernels! {
    image [
        sm_80 = "../images/softmax.sm_80.cubin",
        sm_90 = "../images/softmax.sm_90.cubin",
        ptx = "../images/softmax.compute_90.ptx",
    ];
    // For rows that fit into shared memory.
    static SOFTMAX<T in [f32, f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, i64, i64) = "softmax_{T}", max_smem = MAX_SMEM;
    // For all other rows.
    static ONLINE<T in [f32, f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i64, i64, i64) = "softmax_online_{T}";
}

/// The softmax of each row: `y = exp(x - max(x)) / sum(exp(x - max(x)))`.
///
/// A row with a NaN or a positive infinity, or only with negative infinities, gives NaN, as the formula does.
#[tvm_ffi::export(dispatch(T = [f32, f16, bf16]), cpu = softmax_on_cpu)]
pub fn softmax<T: Float>(
    cx: Cuda<'_>,
    /// The rows. They may have gaps between them.
    #[shape(m, d)]
    #[strides(_, 1)]
    x: CudaView<'_, T, 2, Strided>,
    /// The results. The rows may have gaps between them too.
    #[out]
    #[shape(m, d)]
    #[strides(_, 1)]
    mut y: CudaViewMut<'_, T, 2, Strided>,
) -> Result<()> {
    let [m, d] = x.dims();
    let launch = Launch::grid(m)?.block(256);
    let bytes = d * size_of::<f32>();
    if bytes <= MAX_SMEM as usize {
        let args = (x.ptr(), y.ptr_mut(), x.dim_as(1)?, x.strides()[0], y.strides()[0]);
        // SAFETY: the kernel touches [0, d) of each of m rows of `x` and `y`, which by the contract exist and are contiguous, and as many `float`s
        // of shared memory.
        return unsafe { SOFTMAX.of::<T>().launch(&cx, &launch.smem(bytes)?, args) };
    }
    let args = (x.ptr(), y.ptr_mut(), x.dim_as(1)?, x.strides()[0], y.strides()[0]);
    // SAFETY: as above; this kernel uses no shared memory.
    unsafe { ONLINE.of::<T>().launch(&cx, &launch, args) }
}

/// [`softmax`] in host memory.
pub fn softmax_on_cpu<T: Float>(
    x: CpuView<'_, T, 2, Strided>,
    mut y: CpuViewMut<'_, T, 2, Strided>,
) -> Result<()> {
    let rows = x.row_slices().expect("the last stride is 1");
    for (x, y) in rows.zip(y.row_slices_mut().expect("the last stride is 1")) {
        // The maximum ignores NaN, but the sum does not.
        let maximum = x.iter().map(|x| x.widen()).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = x.iter().map(|x| (x.widen() - maximum).exp()).sum();
        for (y, x) in y.iter_mut().zip(x) {
            *y = T::narrow((x.widen() - maximum).exp() / sum);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tvm_ffi::{SliceTensor, SliceTensorMut};

    use super::*;

    #[test]
    fn infinities_and_nan_follow_the_formula() {
        const INF: f32 = f32::INFINITY;
        let softmax = |x: [f32; 3]| {
            let mut y = [9.0_f32; 3];
            let x = SliceTensor::new(&x, [1, 3]).unwrap();
            let mut to = SliceTensorMut::with_strides(&mut y, [1, 3], [3, 1]).unwrap();
            softmax_on_cpu(x.view().as_strided(), to.view_mut()).unwrap();
            y
        };
        assert_eq!(softmax([-INF, 0.0, 0.0]), [0.0, 0.5, 0.5]);
        for x in [[INF, 0.0, 0.0], [f32::NAN, 0.0, 0.0], [-INF; 3]] {
            assert!(softmax(x).iter().all(|y| y.is_nan()), "{x:?}");
        }
    }
}
