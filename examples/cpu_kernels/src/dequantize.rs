//! Numbers from 8-bit integers.

use tvm_ffi::{CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::{Float, Real};
use crate::rows::rows;
use crate::simd;

/// Numbers from 8-bit integers: `out = (q - zero_point) * scale`, with a scale and a zero point for each row.
///
/// `q` is `[n, d]` of `i8`, `scale` is `[n]` and `out` is `[n, d]`, both of `f32`, `f64`, `f16`, or `bf16`; `zero_point`, if there is
/// one, is `[n]` of `i8`.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{DType, Device, Tensor, TensorMut};
///
/// let q = Tensor::from_vec(vec![-128i8, 127, 3, 4], &[2, 2])?;
/// let scale = Tensor::from_vec(vec![0.5f32, 2.0], &[2])?;
/// let zero_point = Tensor::from_vec(vec![0i8, 3], &[2])?;
/// let mut out = TensorMut::zeros(DType::F32, Device::cpu(), &[2, 2])?;
/// let (q, scale) = (q.view().try_cpu_strided()?, scale.view().try_cpu()?);
/// cpu_kernels::dequantize::<f32>(q, scale, out.try_cpu_mut()?, Some(zero_point.view().try_cpu()?));
/// assert_eq!(out.try_cpu_mut::<f32, 2>()?.as_slice(), [-64.0, 63.5, 0.0, 2.0]);
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn dequantize<T: Float>(
    /// The rows, which may lie apart.
    #[shape(n, d)]
    #[strides(_, 1)]
    q: CpuView<'_, i8, 2, Strided>,
    /// The distance between neighbouring numbers.
    #[shape(n)]
    scale: CpuView<'_, T, 1>,
    /// Where the results go.
    #[out]
    #[shape(n, d)]
    mut out: CpuViewMut<'_, T, 2>,
    /// What stands for zero: 0 if it is left out.
    #[shape(n)]
    #[default(None)]
    zero_point: Option<CpuView<'_, i8, 1>>,
) {
    let zero_point = zero_point.map(|zero_point| zero_point.as_slice());
    simd::run(
        #[inline(always)]
        || {
            for (index, ((q, scale), out)) in rows(q).zip(scale.iter()).zip(out.rows_mut()).enumerate() {
                let zero_point = zero_point.map_or(0, |zero_point| i32::from(zero_point[index]));
                let scale = scale.widen();
                for (out, q) in out.iter_mut().zip(q) {
                    *out = T::narrow(T::Acc::from_i32(i32::from(*q) - zero_point) * scale);
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, for_each_float, tensor, to_f64, zeros};

    fn check<T: Float>() {
        let mut random = Random::new(7);
        for (n, d) in [(1, 1), (3, 31), (2, 64), (5, 100)] {
            let mut integers = |count| (0..count).map(|_| random.next() as i8).collect::<Vec<_>>();
            let (q, zero_point) = (tensor(integers(n * d), [n, d]), tensor(integers(n), [n]));
            let scale = tensor((1..=n).map(|i| T::narrow(T::Acc::from_f64(0.01 * i as f64))).collect(), [n]);
            let mut out = zeros::<T, 2>([n, d]);
            for zero_point in [None, Some(zero_point.shared())] {
                let expected: Vec<f64> = q
                    .as_slice()
                    .iter()
                    .enumerate()
                    .map(|(index, q)| {
                        let row = index / d;
                        let zero_point = zero_point.map_or(0, |zero_point| zero_point[[row]]);
                        (f64::from(*q) - f64::from(zero_point)) * to_f64(scale.as_slice()[row])
                    })
                    .collect();
                dequantize(q.strided(), scale.shared(), out.mutable(), zero_point);
                assert_close(out.as_slice(), &expected);
            }
        }
    }

    #[test]
    fn rows_are_scaled() {
        for_each_float!(check);
    }
}
