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
    use super::*;
    use crate::testing::{assert_close, for_each_float, numbers, tensor, tensor_mut};

    fn softmax_of<T: Float>(x: &[T]) -> Vec<f32> {
        let mut y = vec![T::narrow(0.0); x.len()];
        let (dims, strides) = ([1, x.len()], [x.len() as isize, 1]);
        softmax_on_cpu(tensor(x, dims, strides).view(), tensor_mut(&mut y, dims, strides).view_mut())
            .unwrap();
        y.iter().map(|y| y.widen()).collect()
    }

    fn check<T: Float>() {
        for (m, d, pitch) in [(1, 1, 1), (3, 33, 50), (2, 1000, 1000), (2, 0, 0), (0, 5, 5)] {
            let x = numbers::<T>(1, m * pitch);
            let mut y = vec![T::narrow(0.0); m * pitch];
            softmax_on_cpu(
                tensor(&x, [m, d], [pitch as isize, 1]).view(),
                tensor_mut(&mut y, [m, d], [pitch as isize, 1]).view_mut(),
            )
            .unwrap();
            for row in 0..m {
                let power = |i: usize| f64::from(x[row * pitch + i].widen()).exp();
                let sum: f64 = (0..d).map(power).sum();
                (0..d).for_each(|i| assert_close(y[row * pitch + i], power(i) / sum));
            }
        }
    }

    #[test]
    fn rows_add_up_to_one() {
        for_each_float!(check);
    }

    #[test]
    fn infinities_and_nan_follow_the_formula() {
        let infinity = f32::INFINITY;
        assert_eq!(softmax_of(&[-infinity, 0.0, 0.0]), [0.0, 0.5, 0.5]);
        for x in [[infinity, 0.0], [f32::NAN, 0.0], [-infinity, -infinity]] {
            assert!(softmax_of(&x).iter().all(|y| y.is_nan()), "{x:?}");
        }
    }
}
