//! Whether strides reach one element twice.

/// Steps that the search takes at most. What is not decided by then counts as reached twice.
const BUDGET: u32 = 1 << 14;

/// A dimension: how far an index can be from another, and the distance that a step of one takes.
#[derive(Clone, Copy)]
struct Axis {
    steps: i64,
    stride: i64,
}

impl Axis {
    /// The distance from the first index to the last. The reach of all axes together fits `i64`, as the callers have checked.
    fn reach(self) -> i64 {
        self.steps * self.stride
    }
}

/// Whether two indices lead to the same element. The number of elements and the layout's reach have been checked.
///
/// Where each stride is beyond the reach of the smaller ones, nothing is searched. Other layouts are searched, exactly for up to two
/// dimensions that are interleaved, and for others within bounds.
pub(super) fn reaches_twice(shape: &[i64], strides: &[i64]) -> bool {
    reaches_twice_within(shape, strides, BUDGET)
}

fn reaches_twice_within(shape: &[i64], strides: &[i64], mut budget: u32) -> bool {
    if shape.contains(&0) {
        return false;
    }
    // The reach fits, so the strides do along which there is more than one element.
    let axes = shape.iter().zip(strides).filter(|(extent, _)| **extent > 1);
    let axes = axes.map(|(extent, stride)| Axis { steps: *extent - 1, stride: stride.wrapping_abs() });
    let mut sorted: Vec<_> = axes.collect();
    sorted.sort_unstable_by_key(|axis| axis.stride);
    let mut reach = 0;
    sorted.iter().enumerate().any(|(last, axis)| {
        let is_met = axis.stride <= reach && meets(&sorted[..last], *axis, reach, &mut budget);
        reach += axis.reach();
        is_met
    })
}

/// Whether steps along an axis can be undone by steps along those before it, whose strides are not larger.
///
/// Two indices lead to one element if the offset of their difference is zero. Its last part that is not zero is positive in one of
/// the two orders, and has to be undone by those before it.
fn meets(before: &[Axis], axis: Axis, reach: i64, budget: &mut u32) -> bool {
    if axis.stride == 0 {
        return true;
    }
    let most = (reach / axis.stride).min(axis.steps);
    match before {
        // The first common multiple of both strides.
        [only] => only.stride / gcd(only.stride, axis.stride).0 <= most,
        _ => (1..=most).any(|steps| is_met(before, steps * axis.stride, budget)),
    }
}

/// Whether steps along the axes, each forwards or backwards, lead as far as `target`.
///
/// No number overflows: the distance to `target` is at most the reach of the other axes, those that the callers have left out.
fn is_met(axes: &[Axis], target: i64, budget: &mut u32) -> bool {
    let Some(left) = budget.checked_sub(1) else { return true };
    *budget = left;
    match axes {
        [] => target == 0,
        [axis] => target % axis.stride == 0 && (target / axis.stride).abs() <= axis.steps,
        [first, second] => is_met_by_two(*first, *second, target),
        [before @ .., axis] => {
            // What is left has to be in reach of the others.
            let others: i64 = before.iter().map(|axis| axis.reach()).sum();
            let lowest = div_ceil(target - others, axis.stride).max(-axis.steps);
            let highest = (target + others).div_euclid(axis.stride).min(axis.steps);
            (lowest..=highest).any(|steps| is_met(before, target - steps * axis.stride, budget))
        }
    }
}

/// Whether `x * first + y * second` is `target` for any steps `x` and `y`.
fn is_met_by_two(first: Axis, second: Axis, target: i64) -> bool {
    let (divisor, inverse) = gcd(second.stride, first.stride);
    if target % divisor != 0 {
        return false;
    }
    // All solutions have `y` at this distance from each other.
    let period = first.stride / divisor;
    let some = multiply_modulo(inverse, target / divisor, period);
    // Both `x` and `y` have to be in range.
    let others = first.reach();
    let lowest = div_ceil(target - others, second.stride).max(-second.steps);
    let highest = (target + others).div_euclid(second.stride).min(second.steps);
    lowest + (some - lowest).rem_euclid(period) <= highest
}

/// The product modulo a positive number.
fn multiply_modulo(a: i64, b: i64, modulus: i64) -> i64 {
    (i128::from(a) * i128::from(b)).rem_euclid(i128::from(modulus)) as i64
}

/// The greatest common divisor, and a number that `a` times it is that divisor, up to multiples of `b`.
fn gcd(a: i64, b: i64) -> (i64, i64) {
    let (mut old, mut new) = ((a, 1), (b, 0));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old
}

/// The quotient for a positive divisor, rounded up.
fn div_ceil(number: i64, divisor: i64) -> i64 {
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
    fn neither_signs_nor_the_order_matter_and_no_number_overflows() {
        let mut state = 7u64;
        let mut next = move |bits: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            1 + (state >> (64 - bits)) as i64
        };
        let mut outcomes = [0; 2];
        for case in 0..if cfg!(miri) { 20 } else { 5_000 } {
            let bits = 5 + case % 25;
            let shape = [next(bits.min(20)), next(bits), next(bits / 2), next(2)];
            let strides = [next(bits), next(62 - bits), next(20), next(59)];
            if crate::tensor::layout::reach(&shape, &strides, 1).is_none() {
                continue;
            }
            let decided = reaches_twice_within(&shape, &strides, 1 << 8);
            let [a, b, c, d] = shape;
            let [s, t, u, v] = strides;
            assert_eq!(
                reaches_twice_within(&[d, b, 1, a, c], &[v, -t, i64::MIN, s, -u], 1 << 8),
                decided,
                "{shape:?} {strides:?}"
            );
            outcomes[usize::from(decided)] += 1;
        }
        assert!(cfg!(miri) || outcomes.iter().all(|count| *count > 100), "{outcomes:?}");
    }

    #[test]
    fn the_search_ends() {
        // Distinct sums, in a layout that only a long search would find to be sound.
        let strides: [i64; 12] = core::array::from_fn(|k| (1 << 40) + (1 << k));
        let budget = if cfg!(miri) { 1 << 8 } else { BUDGET };
        assert!(reaches_twice_within(&[2; 12], &strides, budget));
    }
}
