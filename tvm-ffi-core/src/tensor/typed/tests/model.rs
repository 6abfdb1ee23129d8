//! Decoding against a model that checks layouts by their definition.
//!
//! Under Miri there are too few layouts for the counts of those that are accepted.

use core::ptr::null_mut;

use super::*;
use crate::convert::FromArgument;

/// What a view accepts.
struct Model {
    size: i128,
    is_strided: bool,
    is_exclusive: bool,
}

impl Model {
    /// Whether a view accepts a layout.
    fn accepts(&self, shape: &[i64], strides: Option<&[i64]>) -> bool {
        let is_written = self.is_strided && self.is_exclusive;
        self.is_in_memory(shape, strides)
            && !strides.is_some_and(|strides| is_written && may_reach_twice(shape, strides))
    }

    fn is_in_memory(&self, shape: &[i64], strides: Option<&[i64]>) -> bool {
        let is_empty = shape.contains(&0);
        if shape.iter().any(|extent| *extent < 0) {
            return false;
        }
        let most = isize::MAX as i128 / self.size;
        let product = |extents: &[i64]| {
            extents.iter().fold(1i128, |product, extent| product.saturating_mul(i128::from(*extent)))
        };
        if !is_empty && product(shape) > most {
            return false;
        }
        let Some(strides) = strides else { return true };
        let steps = |axis: usize| i128::from(shape[axis]) - 1;
        let axes = || (0..shape.len()).filter(|axis| steps(*axis) > 0);
        if is_empty {
            return true;
        }
        if !self.is_strided {
            return axes().all(|axis| i128::from(strides[axis]) == product(&shape[axis + 1..]));
        }
        let reach = |axis: usize| steps(axis) * i128::from(strides[axis]).abs();
        axes().map(reach).fold(0, i128::saturating_add) <= most
    }
}

/// Whether some axis has a stride that is not beyond the last element of those with smaller strides.
fn may_reach_twice(shape: &[i64], strides: &[i64]) -> bool {
    let axes = || shape.iter().zip(strides).map(|(extent, stride)| (extent - 1, i128::from(*stride).abs()));
    let reach = |axis: usize, most: i128| {
        let others = axes().enumerate().filter(|(other, (_, stride))| *other != axis && *stride <= most);
        others.map(|(_, (steps, stride))| i128::from(steps) * stride).sum::<i128>()
    };
    let mut moving = axes().enumerate().filter(|(_, (steps, _))| *steps > 0);
    !shape.contains(&0) && moving.any(|(axis, (_, stride))| stride <= reach(axis, stride))
}

/// Whether a view accepts a tensor. What it refuses is explained.
fn decodes<'a, V: FromArgument<'a, Holder = ()>>(value: crate::AnyView<'a>) -> bool {
    // SAFETY: no element is accessed.
    let accepts = unsafe { V::hot(value, Box::leak(Box::new(()))) }.is_some();
    assert_eq!(accepts, V::explain(value).is_none(), "what is refused is explained");
    accepts
}

/// The views that are compared with the model, in its order.
fn decode_all<const N: usize>(value: crate::AnyView<'_>) -> [bool; 6] {
    [
        decodes::<CpuView<'_, f32, N>>(value),
        decodes::<CpuViewMut<'_, f32, N>>(value),
        decodes::<CpuView<'_, f32, N, Strided>>(value),
        decodes::<CpuViewMut<'_, f32, N, Strided>>(value),
        decodes::<CpuViewD<'_, f32>>(value),
        decodes::<CpuViewMutD<'_, f32, Strided>>(value),
    ]
}

/// Goes through all layouts of `N` dimensions with these extents and strides; gives how many each view accepted.
fn go<const N: usize>(extents: &[i64], strides: &[i64]) -> [usize; 6] {
    let mut accepted = [0; 6];
    let choices = |all: &[i64], code: usize| -> [i64; N] {
        core::array::from_fn(|axis| all[code / all.len().pow(axis as u32) % all.len()])
    };
    for shape in (0..extents.len().pow(N as u32)).map(|code| choices(extents, code)) {
        let computed = layout::contiguous_strides(&shape);
        let mut given: Vec<Option<Vec<i64>>> = vec![None, Some(computed)];
        given.extend((0..strides.len().pow(N as u32)).map(|code| Some(choices(strides, code).to_vec())));
        for strides in given {
            let fixture = Fixture::new(vec![0f32], &shape);
            let fixture = match &strides {
                Some(strides) => fixture.with_strides(strides),
                None => fixture,
            };
            let decoded = fixture.with_value(decode_all::<N>);
            // Only a tensor without elements does without memory.
            let is_empty = shape.contains(&0);
            let without_memory = fixture.with(|raw| raw.data = null_mut());
            let expected = decoded.map(|accepts| accepts && is_empty);
            assert_eq!(
                without_memory.with_value(decode_all::<N>),
                expected,
                "{shape:?} with {strides:?}, NULL"
            );
            for (place, accepts) in decoded.into_iter().enumerate() {
                let (is_strided, is_exclusive) = (matches!(place, 2 | 3 | 5), matches!(place, 1 | 3 | 5));
                let model = Model { size: 4, is_strided, is_exclusive };
                let expected = model.accepts(&shape, strides.as_deref());
                assert_eq!(accepts, expected, "view {place} of {shape:?} with {strides:?}");
                accepted[place] += usize::from(accepts);
            }
        }
    }
    accepted
}

#[test]
fn no_dimensions() {
    let accepted = go::<0>(&[1], &[1]);
    assert!(cfg!(miri) || accepted == [3; 6], "strides and shape do not matter: {accepted:?}");
}

#[test]
fn one_dimension() {
    let (extents, strides): (&[i64], &[i64]) = match cfg!(miri) {
        true => (&[-1, 0, 1, 2, i64::MAX], &[-1, 0, 1, i64::MAX]),
        false => (
            &[i64::MIN, -1, 0, 1, 2, 3, 1 << 29, 1 << 30, 1 << 60, 1 << 61, i64::MAX],
            &[i64::MIN, -2, -1, 0, 1, 2, 5, 1 << 29, 1 << 30, 1 << 61, 1 << 62, i64::MAX],
        ),
    };
    let accepted = go::<1>(extents, strides);
    assert!(cfg!(miri) || accepted.iter().all(|count| *count > 8), "{accepted:?}");
}

#[test]
fn two_dimensions() {
    let (extents, strides): (&[i64], &[i64]) = match cfg!(miri) {
        true => (&[0, 2], &[-1, 1, 2]),
        false => (
            &[i64::MIN, -1, 0, 1, 2, 3, 1 << 29, 1 << 30, 1 << 31, i64::MAX],
            &[i64::MIN, -3, -1, 0, 1, 2, 3, 4, 1 << 30, i64::MAX],
        ),
    };
    let accepted = go::<2>(extents, strides);
    assert!(cfg!(miri) || accepted.iter().all(|count| *count > 2), "{accepted:?}");
}

#[test]
fn three_dimensions() {
    let (extents, strides): (&[i64], &[i64]) = match cfg!(miri) {
        true => (&[2], &[1, 2, 4]),
        false => (&[-1, 0, 1, 2, 3, i64::MAX], &[-1, 0, 1, 2, 6]),
    };
    let accepted = go::<3>(extents, strides);
    assert!(cfg!(miri) || accepted.iter().all(|count| *count > 2), "{accepted:?}");
}

#[test]
fn four_dimensions() {
    let (extents, strides): (&[i64], &[i64]) = match cfg!(miri) {
        true => (&[2], &[1, 2]),
        false => (&[0, 1, 2, 1 << 31], &[-1, 1, 2, 4]),
    };
    let accepted = go::<4>(extents, strides);
    assert!(cfg!(miri) || accepted.iter().all(|count| *count > 2), "{accepted:?}");
}

#[test]
fn wide_and_small_elements_have_other_bounds() {
    #[expect(clippy::redundant_closure, reason = "the function takes values of one lifetime only")]
    fn accepts<T: Element>(extent: i64) -> bool {
        let fixture = Fixture::<T>::new(Vec::with_capacity(1), &[extent]).with_strides(&[1]);
        fixture.with_value(|value| decodes::<CpuView<'_, T, 1>>(value))
    }
    assert!(!accepts::<f32>(1 << 61) && !accepts::<crate::Complex<f64>>(1 << 59));
    assert!(accepts::<u8>(i64::MAX) && accepts::<f32>((1 << 61) - 1));
    assert!(accepts::<crate::Complex<f64>>((1 << 59) - 1));
}
