//! The softmax of each row.

use tvm_ffi::{CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::{Float, Real};
use crate::{lanes, simd};

/// The softmax of each row, and its maximum: `out = exp(x - row_max) / sum(exp(x - row_max))`.
///
/// `x` is `[n, d]`, `out` is `[n, d]`, and `row_max` is `[n]`: of one type, `f32`, `f64`, `f16`, or `bf16`. A row with NaN, with
/// positive infinity, or with only negative infinity gives NaN, as the formula does. The maximum of a row without
/// elements is negative infinity.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{SliceTensor, SliceTensorMut};
///
/// let x = SliceTensor::new(&[1.0, 1.0, 7.0, 7.0], [2, 2])?;
/// let (mut powers, mut maxima) = ([0.0; 4], [0.0; 2]);
/// let mut out = SliceTensorMut::new(&mut powers, [2, 2])?;
/// let mut row_max = SliceTensorMut::new(&mut maxima, [2])?;
/// cpu_kernels::softmax(x.view().as_strided(), out.view_mut(), row_max.view_mut());
/// assert_eq!((powers, maxima), ([0.5; 4], [1.0, 7.0]));
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn softmax<T: Float>(
    /// The rows, with any distance between them.
    #[shape(n, d)]
    #[strides(_, 1)]
    x: CpuView<'_, T, 2, Strided>,
    /// The results.
    #[out]
    #[shape(n, d)]
    mut out: CpuViewMut<'_, T, 2>,
    /// The greatest element of each row.
    #[out]
    #[shape(n)]
    mut row_max: CpuViewMut<'_, T, 1>,
) {
    let mut powers = Vec::new();
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices().expect("the last stride is 1");
            for ((x, out), row_max) in rows.zip(out.rows_mut()).zip(row_max.iter_mut()) {
                let (maximum, scale) = exponentials(x, &mut powers);
                write(&powers, scale, out);
                *row_max = T::narrow(maximum);
            }
        },
    );
}

/// The softmax of each row in place: `x = exp(x - row_max) / sum(exp(x - row_max))`.
///
/// `x` is `[n, d]`, and the optional `row_max` is `[n]`: of one type, `f32`, `f64`, `f16`, or `bf16`. See [`softmax`].
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn softmax_<T: Float>(
    /// The rows, with any distance between them.
    #[shape(n, d)]
    #[strides(_, 1)]
    mut x: CpuViewMut<'_, T, 2, Strided>,
    /// The greatest element of each row.
    #[out]
    #[shape(n)]
    #[default(None)]
    mut row_max: Option<CpuViewMut<'_, T, 1>>,
) {
    let mut powers = Vec::new();
    let mut row_max = row_max.as_mut().map(|row_max| row_max.as_mut_slice());
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices_mut().expect("the last stride is 1");
            for (index, row) in rows.enumerate() {
                let (maximum, scale) = exponentials(row, &mut powers);
                write(&powers, scale, row);
                if let Some(row_max) = &mut row_max {
                    row_max[index] = T::narrow(maximum);
                }
            }
        },
    );
}

/// Writes the exponentials of `x`, less its maximum, and returns the maximum and one over their sum.
#[inline(always)]
fn exponentials<T: Float>(x: &[T], powers: &mut Vec<T::Acc>) -> (T::Acc, T::Acc) {
    // Allocated for the first row: without rows, the row length may be any number.
    powers.resize(x.len(), T::Acc::ZERO);
    let maximum = lanes::maximum(x);
    for (power, x) in powers.iter_mut().zip(x) {
        *power = (x.widen() - maximum).exp();
    }
    (maximum, T::Acc::ONE / lanes::sum(powers))
}

#[inline(always)]
fn write<T: Float>(powers: &[T::Acc], scale: T::Acc, out: &mut [T]) {
    for (out, power) in out.iter_mut().zip(powers) {
        *out = T::narrow(*power * scale);
    }
}
