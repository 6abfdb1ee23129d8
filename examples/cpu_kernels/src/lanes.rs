//! Reductions of a row that the compiler vectorises.
//!
//! The compiler may not reorder floating point operations, so a plain sum is a chain of additions, each of which waits
//! for the previous one. These functions reduce independent lanes, and combine the lanes at the end.

use crate::float::{Float, Real};

/// Four vectors of AVX2: enough to hide the latency of additions.
const LANES: usize = 32;

/// Reduces a row; `start` is the neutral element of `combine`.
#[inline(always)]
pub(crate) fn reduce<T: Float>(
    row: &[T],
    start: T::Acc,
    step: impl Fn(T::Acc, T::Acc) -> T::Acc,
    combine: impl Fn(T::Acc, T::Acc) -> T::Acc,
) -> T::Acc {
    let mut lanes = [start; LANES];
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for (lane, x) in lanes.iter_mut().zip(chunk) {
            *lane = step(*lane, x.widen());
        }
    }
    for (lane, x) in lanes.iter_mut().zip(rest) {
        *lane = step(*lane, x.widen());
    }
    let mut width = LANES;
    while width > 1 {
        width /= 2;
        for index in 0..width {
            lanes[index] = combine(lanes[index], lanes[index + width]);
        }
    }
    lanes[0]
}

/// The sum.
#[inline(always)]
pub(crate) fn sum<T: Float>(row: &[T]) -> T::Acc {
    reduce(row, T::Acc::ZERO, |sum, x| sum + x, |a, b| a + b)
}

/// The sum of the squares.
#[inline(always)]
pub(crate) fn sum_of_squares<T: Float>(row: &[T]) -> T::Acc {
    reduce(row, T::Acc::ZERO, |sum, x| sum + x * x, |a, b| a + b)
}

/// The greatest element: NaN if an element is NaN, negative infinity for an empty row.
#[inline(always)]
pub(crate) fn maximum<T: Float>(row: &[T]) -> T::Acc {
    reduce(row, T::Acc::NEG_INFINITY, T::Acc::maximum, T::Acc::maximum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, for_each_float, from_f64, to_f64};

    fn check<T: Float>() {
        let mut random = Random::new(4);
        for length in [0, 1, 5, 31, 32, 33, 64, 100, 1000] {
            let row: Vec<T> = random.row(length);
            let values = || row.iter().map(|x| to_f64(*x));
            let close = |found: T::Acc, exact: f64| (found.to_f64() - exact).abs() <= 1e-3;
            assert!(close(sum(&row), values().sum()));
            assert!(close(sum_of_squares(&row), values().map(|x| x * x).sum()));
            assert_eq!(maximum(&row).to_f64(), values().fold(f64::NEG_INFINITY, f64::max));
        }
    }

    #[test]
    fn reductions_agree_with_loops() {
        for_each_float!(check);
    }

    fn check_nan<T: Float>() {
        for place in 0..100 {
            let mut row = vec![from_f64::<T>(1.0); 100];
            row[place] = from_f64(f64::NAN);
            assert!(maximum(&row).is_nan(), "at {place}");
        }
    }

    #[test]
    fn the_maximum_of_a_row_with_nan_is_nan() {
        for_each_float!(check_nan);
    }
}
