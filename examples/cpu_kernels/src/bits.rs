//! Branchless conversions of the 16-bit types, which compilers vectorise.
//!
//! The crate `half` branches on the value unless the target is known to have an instruction for the conversion.

/// All bits except the sign.
const MAGNITUDE: u32 = 0x7fff_ffff;

/// The bits of `f32::INFINITY`; greater magnitudes are NaN.
const INFINITY: u32 = 0xff << 23;

/// IEEE half precision: 5 bits of exponent, 10 of fraction.
pub(crate) mod f16 {
    use super::{INFINITY, MAGNITUDE};

    /// The difference between the exponents of the two types, in the bits of an `f32`.
    const REBIAS: u32 = (127 - 15) << 23;

    /// The smallest normal `f16`.
    const MIN_NORMAL: u32 = REBIAS + (1 << 23);

    /// The smallest power of two that is too large for `f16`.
    const BEYOND: u32 = (127 + 16) << 23;

    /// Added to a number below `MIN_NORMAL`, this rounds it to a multiple of the smallest subnormal `f16`, 2^-24.
    const SUBNORMAL: f32 = 0.5;

    #[inline(always)]
    pub(crate) fn widen(bits: u16) -> f32 {
        let sign = u32::from(bits & 0x8000) << 16;
        let shifted = u32::from(bits & 0x7fff) << 13;
        let normal = shifted + REBIAS;
        // With the smallest normal exponent, the fraction is the value added to `MIN_NORMAL`.
        let subnormal = (f32::from_bits(shifted + MIN_NORMAL) - f32::from_bits(MIN_NORMAL)).to_bits();
        let magnitude = match shifted >> 23 {
            0 => subnormal,
            0x1f => shifted | INFINITY,
            _ => normal,
        };
        f32::from_bits(magnitude | sign)
    }

    #[inline(always)]
    pub(crate) fn narrow(value: f32) -> u16 {
        let bits = value.to_bits();
        let magnitude = bits & MAGNITUDE;
        // Half of the last place, less one where the last place is even: ties go to even. The carry may reach infinity.
        let odd = (magnitude >> 13) & 1;
        let normal = magnitude.wrapping_sub(REBIAS).wrapping_add(0xfff + odd) >> 13;
        let subnormal = (f32::from_bits(magnitude) + SUBNORMAL).to_bits().wrapping_sub(SUBNORMAL.to_bits());
        let special = if magnitude > INFINITY { 0x7e00 | ((magnitude >> 13) & 0x3ff) } else { 0x7c00 };
        let finite = if magnitude < MIN_NORMAL { subnormal } else { normal };
        let rounded = if magnitude < BEYOND { finite } else { special };
        (rounded | ((bits >> 16) & 0x8000)) as u16
    }
}

/// The upper half of an `f32`.
pub(crate) mod bf16 {
    use super::{INFINITY, MAGNITUDE};

    #[inline(always)]
    pub(crate) fn widen(bits: u16) -> f32 {
        f32::from_bits(u32::from(bits) << 16)
    }

    #[inline(always)]
    pub(crate) fn narrow(value: f32) -> u16 {
        let bits = value.to_bits();
        let odd = (bits >> 16) & 1;
        // Infinity has no fraction to carry from; the fraction of a NaN must not carry away or vanish.
        let rounded = bits.wrapping_add(0x7fff + odd) >> 16;
        let quiet = (bits >> 16) | 0x40;
        (if bits & MAGNITUDE > INFINITY { quiet } else { rounded }) as u16
    }
}

#[cfg(test)]
mod tests {
    use tvm_ffi::{bf16, f16};

    use crate::testing::Random;

    /// `f32`s near all boundaries: each 16-bit pattern as upper half, with the lower halves that decide the rounding.
    fn boundaries() -> impl Iterator<Item = f32> {
        let lower = [0, 1, 0x0fff, 0x1000, 0x1001, 0x2fff, 0x3000, 0x7fff, 0x8000, 0x8001, 0xf000, 0xffff];
        (0..=u16::MAX)
            .flat_map(move |upper| lower.map(|lower| f32::from_bits(u32::from(upper) << 16 | lower)))
    }

    fn random() -> impl Iterator<Item = f32> {
        let mut random = Random::new(1);
        std::iter::repeat_with(move || f32::from_bits(random.next() as u32)).take(100_000)
    }

    #[test]
    fn every_f16_widens_exactly() {
        for bits in 0..=u16::MAX {
            let (ours, theirs) = (super::f16::widen(bits), f16::from_bits(bits).to_f32());
            let same = ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan());
            assert!(same, "{bits:#06x} is {theirs}, got {ours}");
        }
    }

    #[test]
    fn every_bf16_widens_exactly() {
        for bits in 0..=u16::MAX {
            let (ours, theirs) = (super::bf16::widen(bits), bf16::from_bits(bits).to_f32());
            let same = ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan());
            assert!(same, "{bits:#06x} is {theirs}, got {ours}");
        }
    }

    #[test]
    fn narrowing_to_f16_rounds_to_nearest_even() {
        for value in boundaries().chain(random()) {
            let (ours, theirs) = (f16::from_bits(super::f16::narrow(value)), f16::from_f32(value));
            let same = ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan());
            assert!(same, "{value:e} ({:#010x}) is {theirs}, got {ours}", value.to_bits());
        }
    }

    #[test]
    fn narrowing_to_bf16_rounds_to_nearest_even() {
        for value in boundaries().chain(random()) {
            let (ours, theirs) = (bf16::from_bits(super::bf16::narrow(value)), bf16::from_f32(value));
            let same = ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan());
            assert!(same, "{value:e} ({:#010x}) is {theirs}, got {ours}", value.to_bits());
        }
    }
}
