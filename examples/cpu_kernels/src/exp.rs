//! The exponential function without branches and calls, so that compilers vectorise loops over it.
//!
//! Both forms split `x = n * ln 2 + r` with a whole `n` and `|r| <= ln 2 / 2`, and evaluate a polynomial in `r`. NaN stays NaN, large
//! inputs give infinity, and small results lose digits gradually, as in the standard library.

/// Clamps the input to a range slightly larger than that of finite results above zero; NaN stays NaN.
macro_rules! limit {
    ($x:expr, $low:expr, $high:expr) => {{
        let x = if $x < $low { $low } else { $x };
        if x > $high { $high } else { x }
    }};
}

#[inline(always)]
pub(crate) fn f32(x: f32) -> f32 {
    /// The sum of this and a small number has the nearest integer in its lowest bits.
    const ROUND: f32 = 1.5 * (1 << 23) as f32;
    /// The upper bits of ln 2: products with a small whole number are exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;

    let x = limit!(x, -104.0, 89.0);
    let rounded = x * core::f32::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    // Minimax coefficients of (exp(r) - 1 - r) / r^2. Evaluating pairs makes shorter dependency chains than Horner's rule.
    let r2 = r * r;
    let high = (4.166_579_6e-2 + 8.333_452e-3 * r) + (1.398_199_9e-3 + 1.987_569_1e-4 * r) * r2;
    let p = (0.5 + 1.666_666_5e-1 * r) + high * r2;
    let power = 1.0 + (r + r2 * p);
    // 2^n in two factors: 2^n may not be a normal number.
    let n = rounded.to_bits().wrapping_sub(ROUND.to_bits()) as i32;
    let half = n >> 1;
    let scale = |n: i32| f32::from_bits((n.wrapping_add(127) as u32) << 23);
    power * scale(half) * scale(n.wrapping_sub(half))
}

#[inline(always)]
pub(crate) fn f64(x: f64) -> f64 {
    const ROUND: f64 = 1.5 * (1_u64 << 52) as f64;
    const LN_2_HIGH: f64 = 0.693_145_751_953_125;
    const LN_2_LOW: f64 = 1.428_606_820_309_417_2e-6;

    let x = limit!(x, -746.0, 710.0);
    let rounded = x * core::f64::consts::LOG2_E + ROUND;
    let n = rounded - ROUND;
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    // The series of (exp(r) - 1 - r) / r^2.
    let r2 = r * r;
    let r4 = r2 * r2;
    let quad = |a: f64, b: f64, c: f64, d: f64| (a + b * r) + (c + d * r) * r2;
    let low = quad(0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0);
    let middle = quad(1.0 / 720.0, 1.0 / 5_040.0, 1.0 / 40_320.0, 1.0 / 362_880.0);
    let high = quad(1.0 / 3_628_800.0, 1.0 / 39_916_800.0, 1.0 / 479_001_600.0, 1.0 / 6_227_020_800.0);
    let p = low + (middle + high * r4) * r4;
    let power = 1.0 + (r + r2 * p);
    // Halves `n` by rounding again, because AVX2 has no arithmetic shift of 64 bits.
    let bits = |rounded: f64| rounded.to_bits().wrapping_sub(ROUND.to_bits());
    let half = bits(n * 0.5 + ROUND);
    let scale = |n: u64| f64::from_bits(n.wrapping_add(1023) << 52);
    power * scale(half) * scale(bits(rounded).wrapping_sub(half))
}

#[cfg(test)]
mod tests {
    use crate::testing::Random;

    #[test]
    fn f32_is_within_two_units_in_the_last_place() {
        let mut random = Random::new(2);
        let cases = [-103.9, -87.4, -1e-30, 0.0, 1e-30, 1.0, 88.72];
        for x in cases.into_iter().chain((0..200_000).map(|_| random.between(-104.0, 88.72))) {
            let x = x as f32;
            let (ours, exact) = (super::f32(x), f64::from(x).exp());
            let unit = f64::from((exact as f32).next_up() - exact as f32);
            assert!((f64::from(ours) - exact).abs() <= 2.0 * unit, "exp({x}) is {exact}, got {ours}");
        }
    }

    #[test]
    fn f64_is_within_two_units_in_the_last_place_of_the_standard_library() {
        let mut random = Random::new(3);
        let cases = [-745.0, -708.5, -1e-300, 0.0, 1e-300, 1.0, 709.7];
        for x in cases.into_iter().chain((0..200_000).map(|_| random.between(-745.0, 709.7))) {
            let (ours, theirs) = (super::f64(x), x.exp());
            let unit = theirs.next_up() - theirs;
            assert!((ours - theirs).abs() <= 2.0 * unit, "exp({x}) is {theirs}, got {ours}");
        }
    }

    #[test]
    fn beyond_the_range() {
        assert_eq!([f32::NEG_INFINITY, -1e30, -105.0].map(super::f32), [0.0; 3]);
        assert_eq!([f32::INFINITY, 1e30, 89.0].map(super::f32), [f32::INFINITY; 3]);
        assert!(super::f32(f32::NAN).is_nan());
        assert_eq!([f64::NEG_INFINITY, -1e300, -746.0].map(super::f64), [0.0; 3]);
        assert_eq!([f64::INFINITY, 1e300, 710.0].map(super::f64), [f64::INFINITY; 3]);
        assert!(super::f64(f64::NAN).is_nan());
        assert_eq!((super::f32(0.0), super::f64(0.0)), (1.0, 1.0));
    }
}
