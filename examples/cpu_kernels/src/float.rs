//! The element types of the kernels, and the types of their intermediate results.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use tvm_ffi::{Element, bf16, f16};

/// A type of elements: `f32`, `f64`, `f16`, or `bf16`.
///
/// The 16-bit types are for storage: kernels widen each element, compute in [`Acc`](Self::Acc), and round once.
pub trait Float: Element + PartialOrd + Debug + sealed::Sealed {
    /// The type of intermediate results: `f64` for `f64`, else `f32`.
    type Acc: Real;

    /// The value, exactly.
    fn widen(self) -> Self::Acc;

    /// The nearest value, ties to even.
    fn narrow(value: Self::Acc) -> Self;
}

/// A type of intermediate results: `f32` or `f64`.
pub trait Real:
    Float<Acc = Self>
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Default
{
    /// Zero.
    const ZERO: Self;

    /// One.
    const ONE: Self;

    /// Negative infinity, the smallest value.
    const NEG_INFINITY: Self;

    /// The nearest value.
    fn from_f64(value: f64) -> Self;

    /// The value, exactly.
    fn to_f64(self) -> f64;

    /// The value of a small integer, exactly if it is below 2^24.
    fn from_i32(value: i32) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// `e` to the power of the value, within about one unit in the last place; compilers vectorise it.
    fn exp(self) -> Self;

    /// `self * factor + summand`, rounded once; slow if the processor has no instruction for it.
    fn mul_add(self, factor: Self, summand: Self) -> Self;

    /// Whether this is not a number.
    fn is_nan(self) -> bool;

    /// An integer with the same order as the values. NaN is greater than any number.
    fn order(self) -> i64;

    /// The larger one; NaN if one is.
    #[inline(always)]
    fn maximum(self, other: Self) -> Self {
        if other > self || other.is_nan() { other } else { self }
    }
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! reals {
    ($($type:ident: $bits:ident),*) => {$(
        impl sealed::Sealed for $type {}

        impl Float for $type {
            type Acc = Self;

            #[inline(always)]
            fn widen(self) -> Self {
                self
            }

            #[inline(always)]
            fn narrow(value: Self) -> Self {
                value
            }
        }

        impl Real for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NEG_INFINITY: Self = $type::NEG_INFINITY;

            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as Self
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.into()
            }

            #[inline(always)]
            fn from_i32(value: i32) -> Self {
                value as Self
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn exp(self) -> Self {
                crate::exp::$type(self)
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, summand: Self) -> Self {
                self.mul_add(factor, summand)
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                self.is_nan()
            }

            #[inline(always)]
            fn order(self) -> i64 {
                // The sum of negative zero and zero is zero.
                let bits = (self + 0.0).to_bits().cast_signed();
                // Without the sign, the bits of negative numbers are in reverse order.
                let order = if bits < 0 { bits ^ $bits::MAX } else { bits };
                (if self.is_nan() { $bits::MAX } else { order }).into()
            }
        }
    )*};
}

reals!(f32: i32, f64: i64);

macro_rules! halves {
    ($($type:ident),*) => {$(
        impl sealed::Sealed for $type {}

        impl Float for $type {
            type Acc = f32;

            #[inline(always)]
            fn widen(self) -> f32 {
                crate::bits::$type::widen(self.to_bits())
            }

            #[inline(always)]
            fn narrow(value: f32) -> Self {
                Self::from_bits(crate::bits::$type::narrow(value))
            }
        }
    )*};
}

halves!(f16, bf16);
