//! The greatest elements of each row.

use tvm_ffi::{CpuView, CpuViewMut, Result, Strided, bf16, ensure, f16};

use crate::float::{Float, Real};
use crate::{lanes, simd};

/// The `k` greatest elements of each row, the greatest first, and their indices.
///
/// `x` is `[n, d]` and `values` is `[n, k]`: of one type, `f32`, `f64`, `f16`, or `bf16`; `indices` is `[n, k]` of `i64`. Of equal
/// elements, the one with the lower index comes first. NaN counts as greater than any number.
///
/// # Errors
///
/// ValueError if `k` is more than `d`, which a contract cannot express.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{SliceTensor, SliceTensorMut};
///
/// let x = SliceTensor::new(&[3.0f32, 9.0, 5.0, 9.0], [1, 4])?;
/// let (mut greatest, mut places) = ([0.0; 3], [0; 3]);
/// let mut values = SliceTensorMut::new(&mut greatest, [1, 3])?;
/// let mut indices = SliceTensorMut::new(&mut places, [1, 3])?;
/// cpu_kernels::top_k(x.view().as_strided(), values.view_mut(), indices.view_mut())?;
/// assert_eq!((greatest, places), ([9.0, 9.0, 5.0], [1, 3, 2]));
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn top_k<T: Float>(
    /// The rows, with any distance between them.
    #[shape(n, d)]
    #[strides(_, 1)]
    x: CpuView<'_, T, 2, Strided>,
    /// The elements.
    #[out]
    #[shape(n, k)]
    mut values: CpuViewMut<'_, T, 2>,
    /// Their indices.
    #[out]
    #[shape(n, k)]
    mut indices: CpuViewMut<'_, i64, 2>,
) -> Result<()> {
    let ([_, d], [_, k]) = (x.dims(), values.dims());
    ensure!(k <= d, ValueError, "k = {k} is more than the d = {d} elements of a row");
    let mut candidates = Candidates::new(k);
    simd::run(
        #[inline(always)]
        || {
            let rows = x.row_slices().expect("the last stride is 1");
            for ((x, values), indices) in rows.zip(values.rows_mut()).zip(indices.rows_mut()) {
                let places = values.iter_mut().zip(indices);
                for ((value, index), found) in places.zip(candidates.best_of(x)) {
                    (*value, *index) = (x[found.index], found.index as i64);
                }
            }
        },
    );
    Ok(())
}

/// The number of elements that are compared together.
const BLOCK: usize = 64;

/// An element of a row; the order is that of the results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// Less for greater elements.
    rank: i64,
    index: usize,
}

/// The greatest elements of a row so far, and candidates that are no longer among them.
struct Candidates<A> {
    found: Vec<Candidate>,
    k: usize,
    /// The least of the `k` greatest so far. A later element has to be greater.
    bound: Option<A>,
}

impl<A: Real> Candidates<A> {
    fn new(k: usize) -> Self {
        Self { found: Vec::new(), k, bound: None }
    }

    /// At this number of candidates, only the `k` greatest are kept. That takes linear time at most once per `k` elements, so the time per element does not
    /// depend on `k`.
    fn limit(k: usize) -> usize {
        2 * k + BLOCK
    }

    /// The greatest elements of a row, in order.
    #[inline(always)]
    fn best_of<T: Float<Acc = A>>(&mut self, row: &[T]) -> &[Candidate] {
        self.found.clear();
        self.bound = None;
        for (block, start) in row.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            // Most blocks have no candidate, and this loop is vectorised.
            if self.may_want(lanes::maximum(block)) {
                for (x, index) in block.iter().map(|x| x.widen()).zip(start..) {
                    if self.may_want(x) {
                        self.push(x, index, row);
                    }
                }
            }
        }
        self.keep_best(row);
        self.found.sort_unstable();
        &self.found
    }

    /// Whether an element may be among the greatest.
    #[inline(always)]
    fn may_want(&self, x: A) -> bool {
        self.bound.is_none_or(|bound| x > bound || x.is_nan())
    }

    fn push<T: Float<Acc = A>>(&mut self, x: A, index: usize, row: &[T]) {
        self.found.push(Candidate { rank: !x.order(), index });
        if self.found.len() == Self::limit(self.k) {
            self.keep_best(row);
        }
    }

    fn keep_best<T: Float<Acc = A>>(&mut self, row: &[T]) {
        if self.k != 0 && self.found.len() > self.k {
            let last = self.found.select_nth_unstable(self.k - 1).1.index;
            self.bound = Some(row[last].widen());
        }
        self.found.truncate(self.k);
    }
}
