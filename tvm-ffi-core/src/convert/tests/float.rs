//! Floats: rounded once, to nearest even. Integers are rounded to `f64` first.

use half::{bf16, f16};

use super::*;

/// Binary formats: the number of bits of the mantissa, and the exponents of the least and the greatest normal number.
trait Format: for<'a> FromAnyView<'a> + IntoAny + Copy {
    const PRECISION: i32;
    const MIN_EXPONENT: i32;
    const MAX_EXPONENT: i32;
    fn widen(self) -> f64;
}

macro_rules! formats {
    ($($type:ty: $precision:literal, $min:literal, $max:literal;)*) => {$(
        impl Format for $type {
            const PRECISION: i32 = $precision;
            const MIN_EXPONENT: i32 = $min;
            const MAX_EXPONENT: i32 = $max;
            fn widen(self) -> f64 {
                self.into()
            }
        }
    )*};
}

formats! {
    f16: 11, -14, 15;
    bf16: 8, -126, 127;
    f32: 24, -126, 127;
    f64: 53, -1022, 1023;
}

/// `2^exponent`, exactly.
fn power(exponent: i32) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        -1074..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        _ => panic!("2^{exponent} is not a float"),
    }
}

/// The exponent of the leading bit of a finite number other than zero.
fn exponent(value: f64) -> i32 {
    match (value.to_bits() >> 52) as i32 & 0x7ff {
        0 => 63 - (value.to_bits() & !(1 << 63)).leading_zeros() as i32 - 1074,
        biased => biased - 1023,
    }
}

/// The nearest number of a narrower format, from the definition: a whole number of units in the last place.
fn nearest<T: Format>(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let unit = exponent(value).max(T::MIN_EXPONENT) - (T::PRECISION - 1);
    let greatest = (power(T::PRECISION) - 1.0) * power(T::MAX_EXPONENT - T::PRECISION + 1);
    // Exact: only the exponent changes, and the quotient is far from the least of `f64`.
    let rounded = (value / power(unit)).round_ties_even() * power(unit);
    if rounded.abs() > greatest { f64::INFINITY.copysign(value) } else { rounded }
}

/// The nearest `f64` to an integer, by arithmetic on integers.
fn nearest_to_int(value: i128) -> f64 {
    let magnitude = value.unsigned_abs();
    let bits = 128 - magnitude.leading_zeros() as i32;
    let shift = (bits - f64::PRECISION).max(0);
    let (kept, rest) = (magnitude >> shift, magnitude & ((1u128 << shift) - 1));
    let half = if shift == 0 { 0 } else { 1u128 << (shift - 1) };
    let up = rest > half || (rest == half && half != 0 && kept & 1 == 1);
    let kept = kept + u128::from(up);
    // At most 53 bits: exact.
    let rounded = kept as f64 * power(shift);
    if value < 0 { -rounded } else { rounded }
}

fn assert_same(got: f64, expected: f64, what: &str) {
    let same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
    assert!(same, "{what}: got {got:e}, expected {expected:e}");
}

fn check_float<T: Format>(value: f64) {
    let raw = slot(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(value));
    let decoded = T::decode(view(&raw), &mut Default::default()).expect("a float decodes");
    assert_same(decoded.widen(), nearest::<T>(value), &format!("{value:e}"));
    let hot = decode_as_shim::<T>(view(&raw)).expect("a float decodes");
    assert_same(hot.widen(), decoded.widen(), "the hot path");
    let back = decode::<f64>(&decoded.into_any()).expect("a float decodes");
    assert_same(back, decoded.widen(), "the round trip");
}

fn check_int<T: Format>(value: i128) {
    let encoded = value.into_any();
    let decoded: T = decode(&encoded).expect("an integer decodes");
    assert_same(decoded.widen(), nearest::<T>(nearest_to_int(value)), &format!("{value}"));
    let hot = decode_as_shim::<T>(encoded.as_view()).expect("an integer decodes");
    assert_same(hot.widen(), decoded.widen(), "the hot path");
}

/// Numbers around the places where rounding is decided: ties, and one step to either side at every depth.
fn check_around<T: Format>() {
    let last = power(1 - T::PRECISION);
    let scales = [0, T::MIN_EXPONENT, T::MAX_EXPONENT, T::MIN_EXPONENT - 1, T::MIN_EXPONENT + 1, 1, -1];
    for base in [1.0, 1.0 + last, 2.0 - last, 1.0 + 3.0 * last] {
        for scale in scales.into_iter().take(if cfg!(miri) { 2 } else { 7 }) {
            let tie = (base + last / 2.0) * power(scale);
            for step in [0.0, power(-40), power(-52), -power(-40), -power(-52)] {
                let value = tie * (1.0 + step);
                check_float::<T>(value);
                check_float::<T>(-value);
            }
        }
    }
}

fn check_specials<T: Format>() {
    let greatest = (power(T::PRECISION) - 1.0) * power(T::MAX_EXPONENT - T::PRECISION + 1);
    for value in
        [0.0, 1.0, greatest, f64::MAX, f64::MIN_POSITIVE, 5e-324, f64::INFINITY, power(T::MIN_EXPONENT)]
    {
        check_float::<T>(value);
        check_float::<T>(-value);
    }
    // The least subnormal, the tie below it, and both neighbours of the tie.
    let least = T::MIN_EXPONENT - T::PRECISION + 1;
    if least > -1074 {
        let tie = power(least - 1);
        for value in [power(least), tie, tie.next_up(), tie.next_down(), 3.0 * tie, (3.0 * tie).next_down()] {
            check_float::<T>(value);
            check_float::<T>(-value);
        }
    }
    let raw = slot(TypeIndex::FLOAT, TVMFFIAnyPayload::from_float(f64::NAN));
    assert!(T::decode(view(&raw), &mut Default::default()).is_some_and(|value| value.widen().is_nan()));
}

fn check_ints<T: Format>() {
    // Miri is slow, and looks for other things.
    for power in (0..127).step_by(if cfg!(miri) { 21 } else { 1 }) {
        let at = 1i128 << power;
        // Ties of all four formats are half of their last place above a power of two.
        let halves =
            [8, 11, 24, 53].into_iter().filter_map(|p| 1i128.checked_shl((power as u32).checked_sub(p)?));
        for base in [at, -at].into_iter().chain(halves.map(|half| at + half)) {
            for step in [-1, 0, 1] {
                check_int::<T>(base + step);
            }
        }
    }
    for value in [i128::MAX, i128::MIN, i128::MAX - 1, 65504, 65519, 65520, 65521, -65520, 10i128.pow(30)] {
        check_int::<T>(value);
    }
}

/// A pseudorandom sequence, the same in every run.
fn random() -> impl Iterator<Item = u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    core::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    })
}

fn check_random<T: Format>() {
    const COUNT: usize = if cfg!(miri) { 8 } else { 100_000 };
    for bits in random().take(COUNT) {
        check_float::<T>(f64::from_bits(bits));
        // Near the range of the narrow formats, where few of the numbers above lie.
        let exponent = (bits >> 52) % 48 + 1023 - 26;
        check_float::<T>(f64::from_bits((bits & !(0x7ff << 52)) | exponent << 52));
        check_int::<T>(i128::from(bits.cast_signed()) >> (bits % 60));
        check_int::<T>(i128::from(bits.cast_signed()) << (bits % 63));
    }
}

macro_rules! format_tests {
    ($($name:ident: $type:ty),*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn rounds_ties_to_even_and_everything_else_to_nearest() {
                check_around::<$type>();
            }

            #[test]
            fn keeps_special_numbers() {
                check_specials::<$type>();
            }

            #[test]
            fn rounds_integers() {
                check_ints::<$type>();
            }

            #[test]
            fn rounds_any_number() {
                check_random::<$type>();
            }
        }
    )*};
}

format_tests!(half_precision: f16, brain: bf16, single: f32, double: f64);

/// What known numbers become, as bits, so that the references above are checked as well.
#[test]
fn known_numbers() {
    // Just above a tie: rounded to 24 bits first it would be the tie, and then go down.
    let above = 1.0 + power(-11) + power(-40);
    assert_eq!(decode::<f16>(&above.into_any()).map(f16::to_bits), Some(0x3c01));
    assert_eq!(decode::<f16>(&(1.0 + power(-11)).into_any()).map(f16::to_bits), Some(0x3c00));
    let above = 1.0 + power(-8) + power(-50);
    assert_eq!(decode::<bf16>(&above.into_any()).map(bf16::to_bits), Some(0x3f81));
    assert_eq!(decode::<bf16>(&(1.0 + power(-8)).into_any()).map(bf16::to_bits), Some(0x3f80));
    // Through `f64`, the last bit of 2^60 + 2^36 + 1 is lost, and what is left is a tie of `f32`.
    let above = (1i64 << 60) + (1 << 36) + 1;
    assert_eq!(decode::<f32>(&above.into_any()).map(f32::to_bits), Some(0x5d80_0000));
    assert_eq!(
        decode::<bf16>(&((1i64 << 60) + (1 << 52) + (1 << 8)).into_any()).map(bf16::to_bits),
        Some(0x5d81)
    );
    assert_eq!(decode::<f16>(&65519i64.into_any()), Some(f16::MAX));
    assert_eq!(decode::<f16>(&65520i64.into_any()), Some(f16::INFINITY));
    assert_eq!(decode::<f16>(&i64::MIN.into_any()), Some(f16::NEG_INFINITY));
    assert_eq!(decode::<bf16>(&i64::MAX.into_any()).map(bf16::to_f32), Some(9.223372e18));
    assert_eq!(decode::<f64>(&i64::MAX.into_any()), Some(9223372036854775808.0));
}

#[test]
fn big_integers_are_rounded_once() {
    let value = big_power(false, 64, 1);
    assert_eq!(decode::<f64>(&value), Some(18446744073709551616.0));
    assert_eq!(decode::<f32>(&value), Some(18446744073709551616.0));
    assert_eq!(decode::<f64>(&big_power(true, 63, -1)), Some(-9223372036854775808.0));
    let value = 10i128.pow(30).into_any();
    assert_eq!(decode::<f64>(&value), "1e30".parse().ok());
    assert_eq!(decode::<f32>(&value), "1e30".parse().ok());
    // 2^64 + 2^11 is a tie of `f64`, and one more is not, however far below it lies.
    assert_eq!(decode::<f64>(&big_power(false, 64, 1 << 11)), Some(power(64)));
    assert_eq!(decode::<f64>(&big_power(false, 64, (1 << 11) + 1)), Some(power(64).next_up()));
    assert_eq!(decode::<f64>(&big_power(false, 200, 1)), Some(power(200)));
    // A tie at 2^147 below 2^200, with a bit at the very end.
    let mut words = [0i64; 4];
    (words[3], words[2]) = (1 << 8, 1 << 19);
    assert_eq!(decode::<f64>(&big(&words)), Some(power(200)));
    words[0] = 1;
    assert_eq!(decode::<f64>(&big(&words)), Some(power(200).next_up()));
    assert_eq!(decode::<bf16>(&big_power(false, 100, 0)).map(bf16::to_f64), Some(power(100)));
}

#[test]
fn big_integers_beyond_a_format_are_infinite() {
    assert_eq!(decode::<f64>(&big_power(false, 1023, 0)), Some(power(1023)));
    for exponent in [1024, 1088, 1100, 2000, 70_000] {
        assert_eq!(decode::<f64>(&big_power(false, exponent, 0)), Some(f64::INFINITY), "2^{exponent}");
        assert_eq!(decode::<f64>(&big_power(true, exponent, 0)), Some(f64::NEG_INFINITY), "-2^{exponent}");
        assert_eq!(decode::<f32>(&big_power(false, exponent, 0)), Some(f32::INFINITY));
        assert_eq!(decode::<bf16>(&big_power(true, exponent, 0)), Some(bf16::NEG_INFINITY));
    }
    // The greatest integer below 2^1024 rounds up, out of range; the greatest float does not.
    assert_eq!(decode::<f64>(&big_power(false, 1024, -1)), Some(f64::INFINITY));
    let mut words = [0i64; 17];
    words[15] = (((1u64 << 53) - 1) << 11).cast_signed();
    assert_eq!(decode::<f64>(&big(&words)), Some(f64::MAX));
    assert_eq!(decode::<f32>(&big_power(false, 128, 0)), Some(f32::INFINITY));
    assert_eq!(decode::<f32>(&big_power(false, 127, 0)), Some(power(127) as f32));
    assert_eq!(decode::<f32>(&big_power(false, 128, -1)), Some(f32::INFINITY));
}

#[test]
fn booleans_are_numbers_and_text_is_none() {
    assert_eq!(decode::<f64>(&true.into_any()), Some(1.0));
    assert_eq!(decode::<f16>(&false.into_any()), Some(f16::ZERO));
    assert_eq!(explained::<f32>("1".into_any().as_view()), "TypeError: expected float, got str");
    assert_eq!(explained::<bf16>(Any::none().as_view()), "TypeError: expected float, got None");
}
