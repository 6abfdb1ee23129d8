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

    #[test]
    fn the_maximum_of_a_row_with_nan_is_nan() {
        for place in 0..100 {
            let mut row = [1.0_f32; 100];
            row[place] = f32::NAN;
            assert!(maximum(&row).is_nan(), "at {place}");
        }
    }
}
