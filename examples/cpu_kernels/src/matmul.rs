//! The product of two matrices.

mod pack;
mod tile;

use std::ops::Range;

use tvm_ffi::{CpuSubView, CpuSubViewMut, CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::{Float, Real};
use crate::simd::{self, Kernel};
use pack::pack;
use tile::STEPS;
pub use tile::Tile;

/// The product of two matrices: `out = a b`.
///
/// `a` is `[m, k]`, `b` is `[k, n]`, and `out` is `[m, n]`: `f32`, `f64`, `f16`, or `bf16`, all the same. The factors may lie in any way,
/// transposed for one. Where the processor has fused multiply-add, it is used.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{DType, Device, Tensor, TensorMut};
///
/// let a = Tensor::from_vec(vec![1.0f32, 2.0, 3.0, 4.0], &[2, 2])?;
/// let b = Tensor::from_vec(vec![10.0f32, 1.0], &[2, 1])?;
/// let mut out = TensorMut::zeros(DType::F32, Device::cpu(), &[2, 1])?;
/// cpu_kernels::matmul::<f32>(a.view().try_cpu_strided()?, b.view().try_cpu_strided()?, out.try_cpu_mut()?);
/// assert_eq!(out.try_cpu_mut::<f32, 2>()?.as_slice(), [12.0, 34.0]);
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn matmul<T: Float<Acc: Tile>>(
    /// The left factor.
    #[shape(m, k)]
    a: CpuView<'_, T, 2, Strided>,
    /// The right factor.
    #[shape(k, n)]
    b: CpuView<'_, T, 2, Strided>,
    /// Where the product goes.
    #[out]
    #[shape(m, n)]
    mut out: CpuViewMut<'_, T, 2>,
) {
    simd::run(Product { a: a.sub_view(), b: b.sub_view(), out: out.sub_view_mut() });
}

/// A block of `a` stays in the second cache, the part of `b` that a row of tiles reads in the first.
const BLOCK_ROWS: usize = 96;
const BLOCK_COLUMNS: usize = 512;
const BLOCK_STEPS: usize = 256;

// Steps that are missing in a turn are zeros, which only the last block may have.
const _: () = assert!(BLOCK_STEPS.is_multiple_of(STEPS));

struct Product<'a, T: Float> {
    a: CpuSubView<'a, T, 2, Strided>,
    b: CpuSubView<'a, T, 2, Strided>,
    out: CpuSubViewMut<'a, T, 2>,
}

impl<T: Float<Acc: Tile>> Kernel for Product<'_, T> {
    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let ([m, k], [_, n]) = (self.a.dims(), self.b.dims());
        let (mut left, mut right, mut sums) = (Vec::new(), Vec::new(), Vec::new());
        for columns in blocks(n, BLOCK_COLUMNS) {
            pack(self.b.transpose().slice(columns.clone()), T::Acc::COLUMNS, &mut right);
            for rows in blocks(m, BLOCK_ROWS) {
                let stride = columns.len().next_multiple_of(T::Acc::COLUMNS);
                sums.clear();
                sums.resize(rows.len().next_multiple_of(T::Acc::ROWS) * stride, T::Acc::ZERO);
                for steps in blocks(k, BLOCK_STEPS) {
                    pack(self.a.slice(rows.clone()).slice_axis(1, steps.clone()), T::Acc::ROWS, &mut left);
                    multiply_block::<T::Acc, FMA>(&left, &right, steps, k, &mut sums, stride);
                }
                for (row, sums) in rows.zip(sums.chunks_exact(stride)) {
                    for (out, sum) in self.out.row_mut(row)[columns.clone()].iter_mut().zip(sums) {
                        *out = T::narrow(*sum);
                    }
                }
            }
        }
    }
}

/// Adds the product of the steps in `left` and the same steps of `right`, which has all `k`.
#[inline(always)]
fn multiply_block<A: Tile, const FMA: bool>(
    left: &[A],
    right: &[A],
    steps: Range<usize>,
    k: usize,
    sums: &mut [A],
    stride: usize,
) {
    let count = steps.len().next_multiple_of(STEPS);
    for (right, column) in
        right.chunks_exact(k.next_multiple_of(STEPS) * A::COLUMNS).zip((0..).step_by(A::COLUMNS))
    {
        let right = &right[steps.start * A::COLUMNS..][..count * A::COLUMNS];
        for (left, row) in left.chunks_exact(count * A::ROWS).zip((0..).step_by(A::ROWS)) {
            let tile = &mut sums[row * stride + column..];
            A::multiply::<FMA>(left, right, tile, stride);
        }
    }
}

/// Parts of `0..length`, all but the last of the same size.
fn blocks(length: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..length).step_by(size).map(move |start| start..length.min(start + size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, for_each_float, tensor, to_f64, zeros};

    fn naive<T: Float>(a: &[T], b: &[T], [m, k, n]: [usize; 3]) -> Vec<f64> {
        let mut out = vec![0.0; m * n];
        for i in 0..m {
            for j in 0..n {
                out[i * n + j] = (0..k).map(|p| to_f64(a[i * k + p]) * to_f64(b[p * n + j])).sum();
            }
        }
        out
    }

    fn check<T: Float<Acc: Tile>>() {
        let mut random = Random::new(10);
        // Around the sizes of tiles and blocks.
        let sizes = [
            [1, 1, 1],
            [2, 0, 3],
            [5, 7, 15],
            [6, 8, 16],
            [7, 9, 17],
            [97, 5, 33],
            [5, 257, 20],
            [3, 6, 513],
        ];
        for [m, k, n] in sizes {
            let (a, b) = (tensor(random.row::<T>(m * k), [m, k]), tensor(random.row::<T>(k * n), [k, n]));
            let mut out = zeros::<T, 2>([m, n]);
            matmul(a.strided(), b.strided(), out.mutable());
            assert_close(out.as_slice(), &naive(a.as_slice(), b.as_slice(), [m, k, n]));
        }
    }

    #[test]
    fn products_agree_with_three_loops() {
        for_each_float!(check);
    }
}
