//! Arithmetic on shapes and strides.

/// The integers behind a pointer that may be NULL where there are none.
///
/// # Safety
///
/// `data` points to `len` integers that no code writes for `'a`, unless `len` is 0.
#[inline]
pub(super) unsafe fn slice<'a>(data: *const i64, len: usize) -> &'a [i64] {
    if len == 0 {
        return &[];
    }
    // SAFETY: the caller's contract.
    unsafe { core::slice::from_raw_parts(data, len) }
}

/// The `N` integers behind a pointer that may be NULL where there are none.
///
/// # Safety
///
/// `data` points to `N` integers that no code writes for `'a`, unless `N` is 0.
#[inline]
pub(super) unsafe fn array<'a, const N: usize>(data: *const i64) -> &'a [i64; N] {
    let data =
        if N == 0 { core::ptr::NonNull::dangling().as_ptr() } else { data.cast::<[i64; N]>().cast_mut() };
    // SAFETY: the caller's contract; nothing is read through a pointer to no integers.
    unsafe { &*data }
}

/// The number of elements of a shape that has been checked. A product that overflows has a factor of zero.
#[inline]
pub(super) fn numel(shape: &[i64]) -> usize {
    shape.iter().fold(1usize, |numel, extent| numel.wrapping_mul(*extent as usize))
}

/// The strides of a tensor whose elements are contiguous, as the runtime fills them in.
pub(crate) fn contiguous_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![0; shape.len()];
    fill_contiguous(&mut strides, shape);
    strides
}

/// The same, into a place for them.
#[inline]
pub(super) fn fill_contiguous(strides: &mut [i64], shape: &[i64]) {
    let mut stride = 1i64;
    for (place, extent) in strides.iter_mut().zip(shape).rev() {
        *place = stride;
        // Overflows only where there is no element.
        stride = stride.wrapping_mul(*extent);
    }
}

/// Whether elements with these strides are contiguous. A dimension of extent 1 has any stride, and so has a tensor without
/// elements.
#[inline]
pub(super) fn is_contiguous(shape: &[i64], strides: &[i64]) -> bool {
    let mut expected = 1i64;
    for (extent, stride) in shape.iter().zip(strides).rev() {
        if *extent != 1 {
            if *stride != expected {
                return shape.contains(&0);
            }
            expected = expected.wrapping_mul(*extent);
        }
    }
    true
}

/// How far elements with these strides lie from the first, added up over the dimensions, in bytes; `None` if that is more than
/// `isize::MAX`. Dimensions of extent 1 and tensors without elements have none to reach.
pub(super) fn reach(shape: &[i64], strides: &[i64], element_size: usize) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    let add = |sum: u64, (extent, stride): (&i64, &i64)| {
        let steps = extent.cast_unsigned() - 1;
        if steps == 0 { Some(sum) } else { sum.checked_add(steps.checked_mul(stride.unsigned_abs())?) }
    };
    let elements = shape.iter().zip(strides).try_fold(0, add)?;
    let bytes = usize::try_from(elements).ok()?.checked_mul(element_size)?;
    isize::try_from(bytes).is_ok().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strides_of_compact_tensors() {
        assert_eq!(contiguous_strides(&[]), []);
        assert_eq!(contiguous_strides(&[7]), [1]);
        assert_eq!(contiguous_strides(&[2, 3, 4]), [12, 4, 1]);
        assert_eq!(contiguous_strides(&[2, 0, 4]), [0, 4, 1]);
        assert_eq!(contiguous_strides(&[i64::MAX, i64::MAX, 0]), [0, 0, 1]);
    }

    #[test]
    fn contiguity_ignores_strides_that_lead_nowhere() {
        let yes: [(&[i64], &[i64]); 7] = [
            (&[], &[]),
            (&[2, 3], &[3, 1]),
            (&[1, 3], &[-77, 1]),
            (&[2, 1], &[1, 99]),
            (&[2, 1, 3], &[3, 0, 1]),
            (&[0, 5], &[7, -7]),
            (&[5, 0], &[7, -7]),
        ];
        for (shape, strides) in yes {
            assert!(is_contiguous(shape, strides), "{shape:?} {strides:?}");
        }
        let no: [(&[i64], &[i64]); 5] =
            [(&[2], &[2]), (&[2], &[-1]), (&[2, 3], &[1, 2]), (&[2, 3], &[6, 1]), (&[2, 3], &[0, 1])];
        for (shape, strides) in no {
            assert!(!is_contiguous(shape, strides), "{shape:?} {strides:?}");
        }
    }

    #[test]
    fn reach_is_added_up_over_dimensions_that_have_neighbours() {
        assert_eq!(reach(&[], &[], 4), Some(0));
        assert_eq!(reach(&[2, 3], &[3, 1], 4), Some(20));
        assert_eq!(reach(&[2, 3], &[-3, 1], 4), Some(20));
        assert_eq!(reach(&[1, 3], &[i64::MIN, 1], 4), Some(8));
        assert_eq!(reach(&[0, 3], &[i64::MIN, i64::MAX], 4), Some(0));
        assert_eq!(reach(&[2], &[i64::MAX], 1), Some(i64::MAX as usize));
        assert_eq!(reach(&[2], &[i64::MAX], 2), None);
        assert_eq!(reach(&[2], &[i64::MIN], 1), None);
        assert_eq!(reach(&[3], &[i64::MAX], 1), None);
        assert_eq!(reach(&[4], &[i64::MAX], 1), None);
        assert_eq!(reach(&[2, 2], &[i64::MAX, 1], 1), None);
    }

    #[test]
    fn counts_elements() {
        assert_eq!(numel(&[]), 1);
        assert_eq!(numel(&[2, 3]), 6);
        assert_eq!(numel(&[i64::MAX, i64::MAX, 0]), 0);
    }
}
