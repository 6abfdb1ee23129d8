//! Rotary position embedding.

use tvm_ffi::{CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::{Float, Real};
use crate::simd;

/// Rotary position embedding: rotates pairs of elements, `(a, b)` to `(a cos - b sin, b cos + a sin)`.
///
/// `x` and `out` are `[tokens, heads, d]`, where `d` is even: of one type, `f32`, `f64`, `f16`, or `bf16`. `cos` and `sin` are
/// `[tokens, d / 2]`, of `f32` or `f64`, for any type of `x`. Pair `i` of a head is its elements `i` and `i + d / 2`; or,
/// `interleaved`, its elements `2 i` and `2 i + 1`.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{SliceTensor, SliceTensorMut};
///
/// let x = SliceTensor::new(&[1.0f32, 2.0, 3.0, 4.0], [1, 1, 4])?;
/// let (cos, sin) = (SliceTensor::new(&[0.0f32; 2], [1, 2])?, SliceTensor::new(&[1.0f32; 2], [1, 2])?);
/// let mut elements = [0.0; 4];
/// let mut out = SliceTensorMut::new(&mut elements, [1, 1, 4])?;
/// cpu_kernels::rope(x.view().as_strided(), cos.view(), sin.view(), out.view_mut(), false);
/// assert_eq!(out.view().as_slice(), [-3.0, -4.0, 1.0, 2.0]);
/// cpu_kernels::rope(x.view().as_strided(), cos.view(), sin.view(), out.view_mut(), true);
/// assert_eq!(out.view().as_slice(), [-2.0, 1.0, -4.0, 3.0]);
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16], U = [f32, f64]))]
pub fn rope<T: Float, U: Float>(
    /// The heads, with any distance between them, as in a part of a larger tensor.
    #[shape(tokens, heads, d % 2)]
    #[strides(_, _, 1)]
    x: CpuView<'_, T, 3, Strided>,
    /// The cosines of the angles.
    #[shape(tokens, d / 2)]
    cos: CpuView<'_, U, 2>,
    /// The sines of the angles.
    #[shape(tokens, d / 2)]
    sin: CpuView<'_, U, 2>,
    /// The results.
    #[out]
    #[shape(tokens, heads, d)]
    mut out: CpuViewMut<'_, T, 3>,
    /// Whether the elements of a pair are adjacent, instead of one in each half.
    #[default(false)]
    interleaved: bool,
) {
    let heads = x.dim(1);
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices().expect("the last stride is 1");
            for (index, (x, out)) in rows.zip(out.rows_mut()).enumerate() {
                out.copy_from_slice(x);
                rotate(out, cos.row(index / heads), sin.row(index / heads), interleaved);
            }
        },
    );
}

/// Rotary position embedding in place.
///
/// `x` is `[tokens, heads, d]`, and `cos` and `sin` are `[tokens, d / 2]`. See [`rope`].
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16], U = [f32, f64]))]
pub fn rope_<T: Float, U: Float>(
    /// The heads, with any distance between them, as in a part of a larger tensor.
    #[shape(tokens, heads, d % 2)]
    #[strides(_, _, 1)]
    mut x: CpuViewMut<'_, T, 3, Strided>,
    /// The cosines of the angles.
    #[shape(tokens, d / 2)]
    cos: CpuView<'_, U, 2>,
    /// The sines of the angles.
    #[shape(tokens, d / 2)]
    sin: CpuView<'_, U, 2>,
    /// Whether the elements of a pair are adjacent, instead of one in each half.
    #[default(false)]
    interleaved: bool,
) {
    let heads = x.dim(1);
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices_mut().expect("the last stride is 1");
            for (index, row) in rows.enumerate() {
                rotate(row, cos.row(index / heads), sin.row(index / heads), interleaved);
            }
        },
    );
}

/// Rotates the pairs of a head, each by its own angle.
#[inline(always)]
fn rotate<T: Float, U: Float>(x: &mut [T], cos: &[U], sin: &[U], interleaved: bool) {
    let angles = cos.iter().zip(sin);
    if interleaved {
        for ([a, b], (cos, sin)) in x.as_chunks_mut().0.iter_mut().zip(angles) {
            rotate_pair(a, b, *cos, *sin);
        }
    } else {
        let (first, second) = x.split_at_mut(cos.len());
        for ((a, b), (cos, sin)) in first.iter_mut().zip(second).zip(angles) {
            rotate_pair(a, b, *cos, *sin);
        }
    }
}

#[inline(always)]
fn rotate_pair<T: Float, U: Float>(a: &mut T, b: &mut T, cos: U, sin: U) {
    let [cos, sin] = [cos, sin].map(|x| T::Acc::from_f64(x.widen().to_f64()));
    let (x, y) = (a.widen(), b.widen());
    *a = T::narrow(x * cos - y * sin);
    *b = T::narrow(y * cos + x * sin);
}
