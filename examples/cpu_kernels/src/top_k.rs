//! The greatest elements of each row.

use std::cmp::Ordering;

use tvm_ffi::{CpuView, CpuViewMut, Result, Strided, bf16, ensure, f16};

use crate::float::{Float, Real};
use crate::rows::rows;
use crate::simd;

/// The `k` greatest elements of each row, the greatest first, and their indices.
///
/// `x` is `[n, d]` and `values` is `[n, k]`: `f32`, `f64`, `f16`, or `bf16`, both the same; `indices` is `[n, k]` of `i64`. Of equal
/// elements, the one with the lower index comes first. NaN counts as greater than any number.
///
/// # Errors
///
/// ValueError, if `k` is more than `d`: a contract cannot say so.
///
/// ```
/// # fn main() -> tvm_ffi::Result<()> {
/// use tvm_ffi::{DType, Device, Tensor, TensorMut};
///
/// let x = Tensor::from_vec(vec![3.0f32, 9.0, 5.0, 9.0], &[1, 4])?;
/// let (mut values, mut indices) = (TensorMut::zeros(DType::F32, Device::cpu(), &[1, 3])?, TensorMut::zeros(DType::I64, Device::cpu(), &[1, 3])?);
/// cpu_kernels::top_k::<f32>(x.view().try_cpu_strided()?, values.try_cpu_mut()?, indices.try_cpu_mut()?)?;
/// assert_eq!(values.try_cpu_mut::<f32, 2>()?.as_slice(), [9.0, 9.0, 5.0]);
/// assert_eq!(indices.try_cpu_mut::<i64, 2>()?.as_slice(), [1, 3, 2]);
/// # Ok(()) }
/// ```
#[tvm_ffi::export(dispatch(T = [f32, f64, f16, bf16]))]
pub fn top_k<T: Float>(
    /// The rows, which may lie apart.
    #[shape(n, d)]
    #[strides(_, 1)]
    x: CpuView<'_, T, 2, Strided>,
    /// Where the elements go.
    #[out]
    #[shape(n, k)]
    mut values: CpuViewMut<'_, T, 2>,
    /// Where their indices go.
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
            for ((x, values), indices) in rows(x).zip(values.rows_mut()).zip(indices.rows_mut()) {
                let places = values.iter_mut().zip(indices);
                for ((value, index), found) in places.zip(candidates.best_of(x)) {
                    (*value, *index) = (T::narrow(found.value), found.index as i64);
                }
            }
        },
    );
    Ok(())
}

/// Elements that are looked at together.
const BLOCK: usize = 64;

#[derive(Clone, Copy)]
struct Candidate<A> {
    value: A,
    index: usize,
}

impl<A: Real> Candidate<A> {
    /// Greater values first; of equal ones, that with the lower index.
    fn order(&self, other: &Self) -> Ordering {
        match (is_greater(self.value, other.value), is_greater(other.value, self.value)) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Greater,
            _ => self.index.cmp(&other.index),
        }
    }
}

/// Whether `a` is greater than `b`; NaN is greater than any number.
#[inline(always)]
fn is_greater<A: Real>(a: A, b: A) -> bool {
    a > b || (a.is_nan() && !b.is_nan())
}

/// The greatest elements of a row so far, and some that were when they were found.
struct Candidates<A> {
    found: Vec<Candidate<A>>,
    k: usize,
    /// The least of `k` elements that were found: what is not greater is none of the `k` greatest.
    least: Option<A>,
}

impl<A: Real> Candidates<A> {
    fn new(k: usize) -> Self {
        Self { found: Vec::with_capacity(Self::limit(k)), k, least: None }
    }

    /// When there are so many, only the `k` greatest are kept. That costs as much as looking at each, and is done once in at least
    /// `k` elements: an element costs the same for any `k`.
    fn limit(k: usize) -> usize {
        2 * k + BLOCK
    }

    /// The greatest elements of a row, in order.
    #[inline(always)]
    fn best_of<T: Float<Acc = A>>(&mut self, row: &[T]) -> &[Candidate<A>] {
        self.found.clear();
        self.least = None;
        for (block, start) in row.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            if self.may_want(block) {
                for (x, index) in block.iter().zip(start..) {
                    self.offer(Candidate { value: x.widen(), index });
                }
            }
        }
        self.keep_best();
        self.found.sort_unstable_by(Candidate::order);
        &self.found
    }

    /// Whether one of the elements may be among the greatest. In most blocks none is, and this is vectorised.
    #[inline(always)]
    fn may_want<T: Float<Acc = A>>(&self, block: &[T]) -> bool {
        self.least.is_none_or(|least| block.iter().fold(false, |any, x| any | is_greater(x.widen(), least)))
    }

    #[inline(always)]
    fn offer(&mut self, candidate: Candidate<A>) {
        if self.least.is_none_or(|least| is_greater(candidate.value, least)) {
            self.found.push(candidate);
            if self.found.len() == Self::limit(self.k) {
                self.keep_best();
            }
        }
    }

    fn keep_best(&mut self) {
        if self.k != 0 && self.found.len() > self.k {
            let (_, last, _) = self.found.select_nth_unstable_by(self.k - 1, Candidate::order);
            self.least = Some(last.value);
        }
        self.found.truncate(self.k);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, for_each_float, from_f64, tensor, to_f64, zeros};

    fn naive<T: Float>(row: &[T], k: usize) -> Vec<i64> {
        let mut order: Vec<usize> = (0..row.len()).collect();
        // A stable sort; NaN is not among the elements.
        order.sort_by(|i, j| to_f64(row[*j]).total_cmp(&to_f64(row[*i])));
        order.into_iter().take(k).map(|index| index as i64).collect()
    }

    fn check_row<T: Float>(row: Vec<T>, k: usize) {
        let d = row.len();
        let x = tensor(row, [1, d]);
        let (mut values, mut indices) = (zeros::<T, 2>([1, k]), zeros::<i64, 2>([1, k]));
        top_k(x.strided(), values.mutable(), indices.mutable()).unwrap();
        assert_eq!(indices.as_slice(), naive(x.as_slice(), k));
        for (value, index) in values.as_slice().iter().zip(indices.as_slice()) {
            assert_eq!(*value, x.as_slice()[*index as usize]);
        }
    }

    fn check<T: Float>() {
        let mut random = Random::new(9);
        for d in [0, 1, 5, 63, 64, 65, 1000] {
            for k in [0, 1, 3, d / 2, d] {
                let row = random.row::<T>(d);
                let mut rising = row.clone();
                rising.sort_by(|a, b| to_f64(*a).total_cmp(&to_f64(*b)));
                let equal = (0..d).map(|index| from_f64((index % 3) as f64)).collect();
                for row in [row, rising.iter().rev().copied().collect(), rising, equal] {
                    check_row::<T>(row, k.min(d));
                }
            }
        }
    }

    #[test]
    fn the_greatest_come_first() {
        for_each_float!(check);
    }

    #[test]
    fn nan_comes_before_infinity() {
        let x = tensor(vec![1.0f32, f32::INFINITY, f32::NAN, 2.0], [1, 4]);
        let (mut values, mut indices) = (zeros::<f32, 2>([1, 2]), zeros::<i64, 2>([1, 2]));
        top_k(x.strided(), values.mutable(), indices.mutable()).unwrap();
        assert_eq!(indices.as_slice(), [2, 1]);
    }
}
