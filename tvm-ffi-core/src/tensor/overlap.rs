//! Whether strides reach one element twice.

/// Steps that the search takes at most. What is not decided by then counts as reached twice.
const BUDGET: u32 = 1 << 14;

/// A dimension: how far an index can be from another, and the distance that a step of one takes.
#[derive(Clone, Copy)]
struct Axis {
    steps: i128,
    stride: i128,
}

/// Whether two indices lead to the same element. The layout's reach has been checked.
///
/// Layouts in use are decided at once. Others are searched, exactly for up to two dimensions that are interleaved, and for
/// others within bounds.
#[cold]
pub(super) fn reaches_twice(shape: &[i64], strides: &[i64]) -> bool {
    reaches_twice_within(shape, strides, BUDGET)
}

fn reaches_twice_within(shape: &[i64], strides: &[i64], mut budget: u32) -> bool {
    if shape.contains(&0) {
        return false;
    }
    let axes = by_stride(shape, strides);
    if axes.first().is_some_and(|axis| axis.stride == 0) {
        return true;
    }
    // Two indices lead to one element if the offset of their difference is zero. Its last part that is not zero is positive in one
    // of the two orders, and has to be undone by those before it.
    (1..axes.len()).any(|last| {
        let (before, axis) = (&axes[..last], axes[last]);
        let most = (reach(before) / axis.stride).min(axis.steps);
        match before {
            // The first common multiple of both strides.
            [only] => only.stride / gcd(only.stride, axis.stride).0 <= most,
            _ => (1..=most).any(|steps| is_met(before, steps * axis.stride, &mut budget)),
        }
    })
}

/// The dimensions along which there is more than one element, by their strides.
fn by_stride(shape: &[i64], strides: &[i64]) -> Vec<Axis> {
    let mut axes: Vec<Axis> = Vec::with_capacity(shape.len());
    for (extent, stride) in shape.iter().zip(strides).filter(|(extent, _)| **extent > 1) {
        let axis = Axis { steps: i128::from(*extent) - 1, stride: i128::from(stride.unsigned_abs()) };
        // There are few, and a sort is much code.
        axes.insert(axes.partition_point(|other| other.stride <= axis.stride), axis);
    }
    axes
}

fn reach(axes: &[Axis]) -> i128 {
    axes.iter().map(|axis| axis.steps * axis.stride).sum()
}

/// Whether steps along the axes, each forwards or backwards, lead as far as `target`.
fn is_met(axes: &[Axis], target: i128, budget: &mut u32) -> bool {
    let Some(left) = budget.checked_sub(1) else { return true };
    *budget = left;
    match axes {
        [] => target == 0,
        [axis] => target % axis.stride == 0 && (target / axis.stride).abs() <= axis.steps,
        [first, second] => is_met_by_two(*first, *second, target),
        [before @ .., axis] => {
            // What is left has to be in reach of the others.
            let others = reach(before);
            let lowest = div_ceil(target - others, axis.stride).max(-axis.steps);
            let highest = (target + others).div_euclid(axis.stride).min(axis.steps);
            (lowest..=highest).any(|steps| is_met(before, target - steps * axis.stride, budget))
        }
    }
}

/// Whether `x * first + y * second` is `target` for any steps `x` and `y`.
fn is_met_by_two(first: Axis, second: Axis, target: i128) -> bool {
    let (divisor, inverse) = gcd(second.stride, first.stride);
    if target % divisor != 0 {
        return false;
    }
    // All solutions have `y` at this distance from each other.
    let period = first.stride / divisor;
    let some = (inverse * (target / divisor).rem_euclid(period)).rem_euclid(period);
    // Both `x` and `y` have to be in range.
    let others = first.steps * first.stride;
    let lowest = div_ceil(target - others, second.stride).max(-second.steps);
    let highest = (target + others).div_euclid(second.stride).min(second.steps);
    lowest + (some - lowest).rem_euclid(period) <= highest
}

/// The greatest common divisor, and a number that `a` times it is that divisor, up to multiples of `b`.
fn gcd(a: i128, b: i128) -> (i128, i128) {
    let (mut old, mut new) = ((a, 1), (b, 0));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old
}

/// The quotient for a positive divisor, rounded up.
fn div_ceil(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_counting(shape: &[i64], strides: &[i64]) -> bool {
        let mut offsets = vec![0i64];
        for (extent, stride) in shape.iter().zip(strides) {
            offsets =
                offsets.iter().flat_map(|offset| (0..*extent).map(move |i| offset + i * stride)).collect();
        }
        let all = offsets.len();
        offsets.sort_unstable();
        offsets.dedup();
        offsets.len() != all
    }

    #[test]
    fn small_layouts_are_decided_as_by_counting() {
        let extents: &[i64] = if cfg!(miri) { &[0, 2] } else { &[0, 1, 2, 3, 5] };
        let strides: &[i64] = if cfg!(miri) { &[-2, 1, 3] } else { &[-7, -2, 0, 1, 2, 3, 4, 6, 9] };
        let mut twice = 0;
        for &a in extents {
            for &b in extents {
                for &c in extents {
                    for &s in strides {
                        for &t in strides {
                            for &u in strides {
                                let expected = by_counting(&[a, b, c], &[s, t, u]);
                                assert_eq!(
                                    reaches_twice(&[a, b, c], &[s, t, u]),
                                    expected,
                                    "{a} {b} {c}; {s} {t} {u}"
                                );
                                twice += u32::from(expected);
                            }
                        }
                    }
                }
            }
        }
        assert!(twice > 0);
    }

    #[test]
    fn layouts_of_many_dimensions() {
        assert!(!reaches_twice(&[], &[]));
        assert!(!reaches_twice(&[2; 20], &core::array::from_fn::<_, 20, _>(|axis| 1 << axis)));
        assert!(reaches_twice(&[2; 20], &core::array::from_fn::<_, 20, _>(|axis| 1 << (axis / 2))));
        assert!(!reaches_twice(&[2, 2, 2, 2], &[1, 3, 9, 27].map(|stride| -stride)));
        assert!(!reaches_twice(&[2, 3, 2], &[50, 7, 3]));
        assert!(!reaches_twice(&[2, 3, 12], &[50, 7, 3]));
        assert!(reaches_twice(&[2, 3, 13], &[50, 7, 3]));
    }

    #[test]
    fn two_interleaved_dimensions_are_decided_at_any_size() {
        assert!(!reaches_twice(&[1 << 20, 1 << 40], &[3, 1 << 20]));
        assert!(reaches_twice(&[(1 << 20) + 1, 4], &[3, 1 << 20]));
        assert!(!reaches_twice(&[(1 << 20) + 1, 3], &[3, 1 << 20]));
        assert!(!reaches_twice(&[1 << 40, 2], &[2, 4095]));
        assert!(reaches_twice(&[1 << 40, 3], &[2, 4095]));
    }

    #[test]
    fn the_search_ends() {
        // Distinct sums, in a layout that only a long search would find to be sound.
        let strides: [i64; 12] = core::array::from_fn(|k| (1 << 40) + (1 << k));
        let budget = if cfg!(miri) { 1 << 8 } else { BUDGET };
        assert!(reaches_twice_within(&[2; 12], &strides, budget));
    }
}
