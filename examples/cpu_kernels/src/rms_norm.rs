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
    use super::*;
    use crate::testing::{tensor, tensor_mut};

    #[test]
    #[should_panic(expected = "argument #1 `weight`: shape[0] is 3, expected d = 2 (from `x`.shape[1])")]
    fn calls_from_rust_keep_to_the_contract() {
        let mut x = [0.0f32; 4];
        rms_norm_(tensor_mut(&mut x, [2, 2]).view_mut().as_strided(), tensor(&[1.0; 3], [3]).view(), 1e-6);
    }
}
