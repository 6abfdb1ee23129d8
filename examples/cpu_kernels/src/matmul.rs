//! The product of two matrices.

mod pack;
mod tile;

use std::ops::Range;

use tvm_ffi::{CpuSubView, CpuSubViewMut, CpuView, CpuViewMut, Strided, bf16, f16};

use crate::float::Float;
use crate::simd::{self, Kernel};
use pack::pack;
use tile::STEPS;
pub use tile::Tile;

/// The product of two matrices: `out = a b`.
///
/// `a` is `[m, k]`, `b` is `[k, n]`, and `out` is `[m, n]`: of one type, `f32`, `f64`, `f16`, or `bf16`. The factors may have any
/// strides, for example be transposed. Processors with fused multiply-add use it.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{SliceTensor, SliceTensorMut};
///
/// let a = SliceTensor::new(&[1.0f32, 2.0, 3.0, 4.0], [2, 2])?;
/// let b = SliceTensor::new(&[10.0, 1.0], [2, 1])?;
/// let mut elements = [0.0; 2];
/// let mut out = SliceTensorMut::new(&mut elements, [2, 1])?;
/// cpu_kernels::matmul(a.view().as_strided(), b.view().as_strided(), out.view_mut());
/// assert_eq!(elements, [12.0, 34.0]);
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
    /// The product.
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

/// The number of blocks of `a` that are multiplied by one block of `b`, before the sums become elements of `out`. It limits the allocation,
/// because a factor with stride 0 may be huge and take no memory.
const STRIPE_ROWS: usize = 16 * BLOCK_ROWS;

struct Product<'a, T: Float> {
    a: CpuSubView<'a, T, 2, Strided>,
    b: CpuSubView<'a, T, 2, Strided>,
    out: CpuSubViewMut<'a, T, 2>,
}

impl<T: Float<Acc: Tile>> Kernel for Product<'_, T> {
    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let ([m, k], [_, n]) = (self.a.dims(), self.b.dims());
        let mut buffers = Buffers::default();
        for columns in blocks(0..n, BLOCK_COLUMNS) {
            for stripe in blocks(0..m, STRIPE_ROWS) {
                buffers.clear_sums(stripe.len(), columns.len());
                for steps in blocks(0..k, BLOCK_STEPS) {
                    let b = self.b.slice(steps.clone()).slice_axis(1, columns.clone());
                    pack(b.transpose(), T::Acc::COLUMNS, &mut buffers.right);
                    for rows in blocks(stripe.clone(), BLOCK_ROWS) {
                        let a = self.a.slice(rows.clone()).slice_axis(1, steps.clone());
                        pack(a, T::Acc::ROWS, &mut buffers.left);
                        buffers.multiply::<FMA>(rows.start - stripe.start, steps.len());
                    }
                }
                for (row, sums) in stripe.zip(buffers.sums.chunks_exact(buffers.stride)) {
                    for (out, sum) in self.out.row_mut(row)[columns.clone()].iter_mut().zip(sums) {
                        *out = T::narrow(*sum);
                    }
                }
            }
        }
    }
}

/// Blocks of the factors in the order of [`pack`], and the sums for a block of the result, whose rows are `stride` apart.
#[derive(Default)]
struct Buffers<A> {
    left: Vec<A>,
    right: Vec<A>,
    sums: Vec<A>,
    stride: usize,
}

impl<A: Tile> Buffers<A> {
    /// Allocates whole tiles.
    fn clear_sums(&mut self, rows: usize, columns: usize) {
        self.stride = columns.next_multiple_of(A::COLUMNS);
        self.sums.clear();
        self.sums.resize(rows.next_multiple_of(A::ROWS) * self.stride, A::ZERO);
    }

    /// Adds the product of the factors to the sums from this row on.
    #[inline(always)]
    fn multiply<const FMA: bool>(&mut self, first_row: usize, steps: usize) {
        let steps = steps.next_multiple_of(STEPS);
        for (right, column) in self.right.chunks_exact(steps * A::COLUMNS).zip((0..).step_by(A::COLUMNS)) {
            for (left, row) in self.left.chunks_exact(steps * A::ROWS).zip((first_row..).step_by(A::ROWS)) {
                A::multiply::<FMA>(left, right, &mut self.sums[row * self.stride + column..], self.stride);
            }
        }
    }
}

/// Parts of a range, of equal size except the last.
fn blocks(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(size).map(move |start| start..end.min(start + size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, assert_close, for_each_float, from_f64, tensor, tensor_mut, to_f64, zeros};

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
            [1540, 3, 2],
        ];
        for [m, k, n] in sizes {
            let (a, b, mut out) = (random.row::<T>(m * k), random.row(k * n), zeros(m * n));
            let expected = naive(&a, &b, [m, k, n]);
            let (a, b) = (tensor(&a, [m, k]), tensor(&b, [k, n]));
            let (a, b) = (a.view().as_strided(), b.view().as_strided());
            let mut out = tensor_mut(&mut out, [m, n]);
            matmul(a, b, out.view_mut());
            assert_close(out.view().as_slice(), &expected);

            // The code for older processors.
            out.view_mut().as_mut_slice().fill(from_f64(0.0));
            Product { a: a.sub_view(), b: b.sub_view(), out: out.view_mut().into_sub_view() }.run::<false>();
            assert_close(out.view().as_slice(), &expected);
        }
    }

    #[test]
    fn products_agree_with_three_loops() {
        for_each_float!(check);
    }
}
