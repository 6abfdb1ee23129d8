//! Arithmetic on extents and strides: every operation is checked, and one that has no result gives `None`.

/// The quotient, rounded towards minus infinity.
pub(super) const fn floor_div(a: i64, b: i64) -> Option<i64> {
    match (a.checked_div(b), a.checked_rem(b)) {
        (Some(quotient), Some(rest)) if rest != 0 && (rest < 0) != (b < 0) => Some(quotient - 1),
        (quotient, _) => quotient,
    }
}

/// The remainder of that division, which has the sign of the divisor.
pub(super) const fn floor_rem(a: i64, b: i64) -> Option<i64> {
    // The one quotient that overflows leaves no rest.
    match a.checked_rem(b) {
        None if b == -1 => Some(0),
        Some(rest) if rest != 0 && (rest < 0) != (b < 0) => Some(rest + b),
        rest => rest,
    }
}

/// Whether a number is a multiple of another. Of zero there is one: zero.
#[inline(always)]
pub(super) const fn is_multiple(number: i64, of: i64) -> bool {
    // A power of two, which is what most contracts say, is one operation once `of` is known.
    if of > 0 && of & (of - 1) == 0 {
        return number & (of - 1) == 0;
    }
    match number.checked_rem(of) {
        Some(rest) => rest == 0,
        None => of == -1 || number == 0,
    }
}

/// The value of a constant expression in a contract.
///
/// # Panics
///
/// While compiling, if it does not fit.
#[track_caller]
pub const fn constant(value: i128) -> i64 {
    assert!(
        value >= i64::MIN as i128 && value <= i64::MAX as i128,
        "a constant of a contract is out of range: it has to fit `i64`"
    );
    value as i64
}

/// The value of an `#[align]`.
///
/// # Panics
///
/// At compile time, if it is not a power of two.
#[track_caller]
pub const fn alignment(value: i64) -> usize {
    assert!(
        value > 0 && value <= 1 << 32 && value & (value - 1) == 0,
        "an alignment has to be a power of two, and at most 2^32 bytes"
    );
    value as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [i64; 13] =
        [i64::MIN, i64::MIN + 1, -17, -16, -3, -1, 0, 1, 3, 16, 17, i64::MAX - 1, i64::MAX];

    /// What an operation on numbers without bounds gives, if it fits.
    fn checked(value: Option<i128>) -> Option<i64> {
        value.and_then(|value| i64::try_from(value).ok())
    }

    fn floor(a: i128, b: i128) -> Option<(i128, i128)> {
        let quotient = a.checked_div(b)?;
        let rest = a - quotient * b;
        Some(if rest != 0 && (rest < 0) != (b < 0) { (quotient - 1, rest + b) } else { (quotient, rest) })
    }

    #[test]
    fn divisions_agree_with_numbers_that_have_no_bounds() {
        for a in NUMBERS {
            for b in NUMBERS {
                let (x, y) = (i128::from(a), i128::from(b));
                assert_eq!(floor_div(a, b), checked(floor(x, y).map(|(q, _)| q)), "{a} / {b}");
                assert_eq!(floor_rem(a, b), checked(floor(x, y).map(|(_, r)| r)), "{a} % {b}");
                let multiple = if b == 0 { a == 0 } else { x % y == 0 };
                assert_eq!(is_multiple(a, b), multiple, "{a} is a multiple of {b}");
            }
        }
    }

    #[test]
    fn constants_fit() {
        assert_eq!(constant(i128::from(i64::MIN)), i64::MIN);
        assert_eq!(alignment(64), 64);
        for value in [i128::from(i64::MAX) + 1, i128::MIN] {
            assert!(std::panic::catch_unwind(|| constant(value)).is_err(), "{value}");
        }
        for value in [0, -8, 12, 1 << 33] {
            assert!(std::panic::catch_unwind(|| alignment(value)).is_err(), "{value}");
        }
    }
}
