//! Root-mean-square normalisation.

use tvm_ffi::{CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::{Float, Real};
use crate::{lanes, simd};

/// Normalises each row: `out = x / sqrt(mean(x * x) + eps) * weight`.
///
/// `x` is `[n, d]`, `weight` is `[d]`, and `out` is `[n, d]`: of one type, `f32`, `f64`, `f16`, or `bf16`.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{SliceTensor, SliceTensorMut};
///
/// let x = SliceTensor::new(&[3.0f32, 4.0, 0.0, 5.0], [2, 2])?;
/// let weight = SliceTensor::new(&[1.0, 10.0], [2])?;
/// let mut elements = [0.0; 4];
/// let mut out = SliceTensorMut::new(&mut elements, [2, 2])?;
/// cpu_kernels::rms_norm(x.view().as_strided(), weight.view(), out.view_mut(), 0.0);
/// let root = 12.5f32.sqrt();
/// for (found, expected) in elements.iter().zip([3.0, 40.0, 0.0, 50.0]) {
///     assert!((found * root - expected).abs() < 1e-5);
/// }
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn rms_norm<T: Float>(
    /// The rows, with any distance between them.
    #[shape(n, d)]
    #[strides(_, 1)]
    x: CpuView<'_, T, 2, Strided>,
    /// Multiplies the elements of each row.
    #[shape(d)]
    weight: CpuView<'_, T, 1>,
    /// The results.
    #[out]
    #[shape(n, d)]
    mut out: CpuViewMut<'_, T, 2>,
    /// Prevents a division by zero in rows of zeros.
    #[default(1e-6)]
    eps: f64,
) {
    let (weight, eps) = (weight.as_slice(), T::Acc::from_f64(eps));
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices().expect("the last stride is 1");
            for (x, out) in rows.zip(out.rows_mut()) {
                let scale = scale(x, eps);
                for ((out, x), weight) in out.iter_mut().zip(x).zip(weight) {
                    *out = T::narrow(x.widen() * scale * weight.widen());
                }
            }
        },
    );
}

/// Normalises each row in place: `x = x / sqrt(mean(x * x) + eps) * weight`.
///
/// `x` is `[n, d]` and `weight` is `[d]`: of one type, `f32`, `f64`, `f16`, or `bf16`.
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn rms_norm_<T: Float>(
    /// The rows, with any distance between them.
    #[shape(n, d)]
    #[strides(_, 1)]
    mut x: CpuViewMut<'_, T, 2, Strided>,
    /// Multiplies the elements of each row.
    #[shape(d)]
    weight: CpuView<'_, T, 1>,
    /// Prevents a division by zero in rows of zeros.
    #[default(1e-6)]
    eps: f64,
) {
    let (weight, eps) = (weight.as_slice(), T::Acc::from_f64(eps));
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices_mut().expect("the last stride is 1");
            for row in rows {
                let scale = scale(row, eps);
                for (x, weight) in row.iter_mut().zip(weight) {
                    *x = T::narrow(x.widen() * scale * weight.widen());
                }
            }
        },
    );
}

/// The factor of a row: one over the root of the mean of its squares.
#[inline(always)]
fn scale<T: Float>(x: &[T], eps: T::Acc) -> T::Acc {
    let mean = lanes::sum_of_squares(x) / T::Acc::from_f64(x.len() as f64);
    T::Acc::ONE / (mean + eps).sqrt()
}

#[cfg(test)]
mod tests {
    use tvm_ffi::SliceTensorMut;

    use super::*;
    use crate::testing::{Random, assert_close, for_each_float, tensor, tensor_mut, to_f64, zeros};

    fn naive<T: Float>(x: &[T], weight: &[T], eps: f64) -> Vec<f64> {
        let rows = x.chunks(weight.len());
        rows.flat_map(|row| {
            let mean = row.iter().map(|x| to_f64(*x).powi(2)).sum::<f64>() / row.len() as f64;
            row.iter().zip(weight).map(move |(x, weight)| to_f64(*x) / (mean + eps).sqrt() * to_f64(*weight))
        })
        .collect()
    }

    fn check<T: Float>() {
        let mut random = Random::new(5);
        for (n, d) in [(1, 1), (3, 31), (2, 64), (5, 100)] {
            let (mut x, weight, mut out) = (random.row::<T>(n * d), random.row(d), zeros(n * d));
            let expected = naive(&x, &weight, 0.25);
            let weight = tensor(&weight, [d]);
            let (mut x, mut out) = (tensor_mut(&mut x, [n, d]), tensor_mut(&mut out, [n, d]));
            rms_norm(x.view().as_strided(), weight.view(), out.view_mut(), 0.25);
            rms_norm_(x.view_mut().as_strided(), weight.view(), 0.25);
            assert_close(out.view().as_slice(), &expected);
            assert_close(x.view().as_slice(), &expected);
        }
    }

    #[test]
    fn rows_are_normalised() {
        for_each_float!(check);
    }

    #[test]
    #[should_panic(expected = "argument #1 `weight`: shape[0] is 3, expected d = 2 (from `x`.shape[1])")]
    fn calls_from_rust_keep_to_the_contract() {
        let mut x = [0.0f32; 4];
        rms_norm_(tensor_mut(&mut x, [2, 2]).view_mut().as_strided(), tensor(&[1.0; 3], [3]).view(), 1e-6);
    }

    #[test]
    fn what_is_between_rows_stays() {
        let mut elements = [3.0f64, 4.0, 7.0, 0.0, 5.0];
        let mut x = SliceTensorMut::with_strides(&mut elements, [2, 2], [3, 1]).unwrap();
        rms_norm_(x.view_mut(), tensor(&[2.0, 2.0], [2]).view(), 12.5);
        assert_close(&elements, &[1.2, 1.6, 7.0, 0.0, 2.0]);
    }
}
