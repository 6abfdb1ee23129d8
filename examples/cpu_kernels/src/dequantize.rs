//! Converts 8-bit integers to floating point.

use tvm_ffi::{CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::{Float, Real};
use crate::simd;

/// Converts 8-bit integers to floating point: `out = (q - zero_point) * scale`, with a scale and a zero point for each row.
///
/// `q` is `[n, d]` of `i8`, `scale` is `[n]` and `out` is `[n, d]`, both of `f32`, `f64`, `f16`, or `bf16`; the optional
/// `zero_point` is `[n]` of `i8`.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{SliceTensor, SliceTensorMut};
///
/// let q = SliceTensor::new(&[-128, 127, 3, 4], [2, 2])?;
/// let scale = SliceTensor::new(&[0.5f32, 2.0], [2])?;
/// let zero_point = SliceTensor::new(&[0, 3], [2])?;
/// let mut elements = [0.0; 4];
/// let mut out = SliceTensorMut::new(&mut elements, [2, 2])?;
/// cpu_kernels::dequantize(q.view().as_strided(), scale.view(), out.view_mut(), Some(zero_point.view()));
/// assert_eq!(elements, [-64.0, 63.5, 0.0, 2.0]);
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn dequantize<T: Float>(
    /// The rows, with any distance between them.
    #[shape(n, d)]
    #[strides(_, 1)]
    q: CpuView<'_, i8, 2, Strided>,
    /// The factor of each row.
    #[shape(n)]
    scale: CpuView<'_, T, 1>,
    /// The results.
    #[out]
    #[shape(n, d)]
    mut out: CpuViewMut<'_, T, 2>,
    /// The integer that means zero in each row: 0 if it is omitted.
    #[shape(n)]
    #[default(None)]
    zero_point: Option<CpuView<'_, i8, 1>>,
) {
    let zero_point = zero_point.map(|zero_point| zero_point.as_slice());
    simd::run(
        #[inline(always)]
        || {
            let rows = q.row_slices().expect("the last stride is 1");
            for (index, ((q, scale), out)) in rows.zip(scale.iter()).zip(out.rows_mut()).enumerate() {
                let zero_point = zero_point.map_or(0, |zero_point| i32::from(zero_point[index]));
                let scale = scale.widen();
                for (out, q) in out.iter_mut().zip(q) {
                    *out = T::narrow(T::Acc::from_i32(i32::from(*q) - zero_point) * scale);
                }
            }
        },
    );
}
