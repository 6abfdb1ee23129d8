//! Floats of eight bits and of four.
//!
//! They are bytes with a meaning: what Rust computes with is the `f32` that each of them is exactly.

use core::fmt;

/// The bits of a float of at most eight bits, and the meaning of its largest bit patterns.
#[derive(Clone, Copy)]
struct Format {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    specials: Specials,
}

/// The bit patterns that are not finite numbers.
#[derive(Clone, Copy)]
enum Specials {
    /// The largest exponent, as IEEE 754 has it: infinity without mantissa, not a number with one.
    Ieee,
    /// The largest number alone: not a number.
    Largest,
    /// Negative zero: not a number.
    NegativeZero,
    /// Nothing.
    None,
}

impl Format {
    const fn new(exponent_bits: u32, mantissa_bits: u32, bias: i32, specials: Specials) -> Self {
        Self { exponent_bits, mantissa_bits, bias, specials }
    }

    /// The number with these bits. Each is a number of `f32`.
    const fn number(self, bits: u8) -> f32 {
        let mantissa_mask = (1 << self.mantissa_bits) - 1;
        let exponent_mask = (1 << self.exponent_bits) - 1;
        let bits = bits as u32;
        let mantissa = bits & mantissa_mask;
        let exponent = bits >> self.mantissa_bits & exponent_mask;
        let is_negative = bits >> (self.mantissa_bits + self.exponent_bits) & 1 == 1;
        let is_largest = exponent == exponent_mask && mantissa == mantissa_mask;
        let magnitude = match self.specials {
            Specials::Ieee if exponent == exponent_mask && mantissa == 0 => f32::INFINITY,
            Specials::Ieee if exponent == exponent_mask => return f32::NAN,
            Specials::Largest if is_largest => return f32::NAN,
            Specials::NegativeZero if is_negative && exponent == 0 && mantissa == 0 => return f32::NAN,
            _ if exponent == 0 => mantissa as f32 * power_of_two(1 - self.bias - self.mantissa_bits as i32),
            _ => {
                let digits = mantissa | 1 << self.mantissa_bits;
                digits as f32 * power_of_two(exponent as i32 - self.bias - self.mantissa_bits as i32)
            }
        };
        if is_negative { -magnitude } else { magnitude }
    }
}

/// Bits that are an exponent, of which the largest is not a number.
struct PowerOfTwo;

impl PowerOfTwo {
    const fn number(self, bits: u8) -> f32 {
        match bits {
            255 => f32::NAN,
            // The one power that has fewer digits in `f32`.
            0 => f32::from_bits(1 << 22),
            exponent => f32::from_bits((exponent as u32) << 23),
        }
    }
}

/// A power of two that has all its digits in `f32`.
const fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

/// Defines bytes whose numbers the method `$numbers` gives. Two of them are equal if their numbers are.
macro_rules! bytes {
    ($($(#[$doc:meta])* $name:ident, $numbers:ident;)*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Default)]
        pub struct $name(u8);

        impl $name {
            /// The element with these bits.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                Self(bits)
            }

            /// The bits.
            #[inline]
            pub const fn to_bits(self) -> u8 {
                self.0
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.$numbers() == other.$numbers()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.$numbers().fmt(f)
            }
        }
    )*};
}

/// Defines floats of eight bits, with the format that gives the number of the bits.
macro_rules! floats {
    ($($(#[$doc:meta])* $name:ident: $format:expr;)*) => {
        bytes! {$(
            $(#[$doc])*
            ///
            /// Two of them are equal if their numbers are.
            $name, to_f32;
        )*}

        $(impl $name {
            /// The number.
            #[inline]
            pub const fn to_f32(self) -> f32 {
                $format.number(self.0)
            }
        }

        impl From<$name> for f32 {
            #[inline]
            fn from(value: $name) -> Self {
                value.to_f32()
            }
        })*
    };
}

floats! {
    /// `float8_e3m4`: a float with a sign, three bits of exponent, and four of mantissa.
    F8E3M4: Format::new(3, 4, 3, Specials::Ieee);
    /// `float8_e4m3`: four bits of exponent, and three of mantissa, with infinities.
    F8E4M3: Format::new(4, 3, 7, Specials::Ieee);
    /// `float8_e4m3b11fnuz`: as [`F8E4M3FNUZ`], closer to zero.
    F8E4M3B11FNUZ: Format::new(4, 3, 11, Specials::NegativeZero);
    /// `float8_e4m3fn`: four bits of exponent, and three of mantissa, without infinities.
    ///
    /// ```
    /// use tvm_ffi_core::F8E4M3FN;
    /// assert_eq!(F8E4M3FN::from_bits(0x7e).to_f32(), 448.0);
    /// ```
    F8E4M3FN: Format::new(4, 3, 7, Specials::Largest);
    /// `float8_e4m3fnuz`: as [`F8E4M3FN`], with not a number in place of negative zero.
    F8E4M3FNUZ: Format::new(4, 3, 8, Specials::NegativeZero);
    /// `float8_e5m2`: five bits of exponent, and two of mantissa, with infinities.
    F8E5M2: Format::new(5, 2, 15, Specials::Ieee);
    /// `float8_e5m2fnuz`: as [`F8E5M2`], without infinities, and with not a number in place of negative zero.
    F8E5M2FNUZ: Format::new(5, 2, 16, Specials::NegativeZero);
    /// `float8_e8m0fnu`: a power of two from 2^-127 to 2^127, or not a number. It is the scale of a block of smaller floats.
    F8E8M0FNU: PowerOfTwo;
}

bytes! {
    /// `float4_e2m1fnx2`: two floats with a sign, two bits of exponent, and one of mantissa. The first is in the lower half of
    /// the byte.
    ///
    /// ```
    /// use tvm_ffi_core::F4E2M1FNx2;
    /// assert_eq!(F4E2M1FNx2::from_bits(0x91).to_f32s(), [0.5, -0.5]);
    /// ```
    F4E2M1FNx2, to_f32s;
}

impl F4E2M1FNx2 {
    /// Both numbers, in order.
    #[inline]
    pub const fn to_f32s(self) -> [f32; 2] {
        const FORMAT: Format = Format::new(2, 1, 1, Specials::None);
        [FORMAT.number(self.0 & 15), FORMAT.number(self.0 >> 4)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 256 numbers in one, that of `ml_dtypes` 0.6 for the type of the same name: the bits as `f32`, with one value for what
    /// is not a number, as digits of base 31.
    fn digest(number: impl Fn(u8) -> f32) -> u64 {
        let bits = |byte| match number(byte) {
            number if number.is_nan() => 0x7fc0_0000,
            number => number.to_bits(),
        };
        (0..=255).fold(0, |digest: u64, byte| digest.wrapping_mul(31).wrapping_add(u64::from(bits(byte))))
    }

    #[test]
    fn every_number_is_that_of_other_libraries() {
        assert_eq!(digest(|byte| F8E3M4(byte).to_f32()), 0xb036_96aa_8e00_0000);
        assert_eq!(digest(|byte| F8E4M3(byte).to_f32()), 0x871f_82a7_6e80_0000);
        assert_eq!(digest(|byte| F8E4M3B11FNUZ(byte).to_f32()), 0xfc10_e379_a2c0_0000);
        assert_eq!(digest(|byte| F8E4M3FN(byte).to_f32()), 0xe9fc_c860_1620_0000);
        assert_eq!(digest(|byte| F8E4M3FNUZ(byte).to_f32()), 0xef1c_8a56_05c0_0000);
        assert_eq!(digest(|byte| F8E5M2(byte).to_f32()), 0x8e91_d665_af00_0000);
        assert_eq!(digest(|byte| F8E5M2FNUZ(byte).to_f32()), 0x1b58_d1a2_2640_0000);
        assert_eq!(digest(|byte| F8E8M0FNU(byte).to_f32()), 0xe6c5_0ce7_3800_0000);
    }

    #[test]
    fn two_numbers_are_in_a_byte() {
        let numbers = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
        for (low, number) in numbers.into_iter().enumerate() {
            for (high, other) in numbers.into_iter().enumerate() {
                let byte = (high << 4 | low) as u8;
                assert_eq!(F4E2M1FNx2(byte).to_f32s(), [number, other]);
                assert_eq!(F4E2M1FNx2(byte | 0x88).to_f32s(), [-number, -other]);
            }
        }
    }

    #[test]
    fn they_are_compared_and_shown_as_numbers() {
        assert_eq!(F8E5M2::from_bits(0x80), F8E5M2::from_bits(0));
        assert_ne!(F8E5M2FNUZ::from_bits(0x80), F8E5M2FNUZ::from_bits(0x80));
        assert_eq!(format!("{:?}", F8E4M3FN::from_bits(0x38)), "1.0");
        assert_eq!(format!("{:?}", F8E8M0FNU::from_bits(128)), "2.0");
        assert_eq!(format!("{:?}", F4E2M1FNx2::from_bits(0x21)), "[0.5, 1.0]");
        assert_eq!(f32::from(F8E4M3::from_bits(0x78)), f32::INFINITY);
    }
}
