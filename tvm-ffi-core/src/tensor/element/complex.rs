//! Complex numbers.

use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};

use crate::any::{Any, AnyView};
use crate::convert::{
    FfiType, FromAnyView, IntoAny, Kind, Lent, Mismatch, Parameter, Reach, TypeFacts, TypeTag,
};

/// A complex number: the real part, then the imaginary part.
///
/// It has the layout of C's complex types, and of `num_complex::Complex`. As an argument, it is a number or a pair of numbers, and as a result a
/// pair, because the ABI has no complex numbers. In Python modules, both are `complex`.
///
/// ```
/// use tvm_ffi_core::Complex;
/// let i = Complex::new(0.0f32, 1.0);
/// assert_eq!(i * i, Complex::new(-1.0, 0.0));
/// ```
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// A number from its parts.
    #[inline]
    pub const fn new(re: T, im: T) -> Self {
        Self { re, im }
    }
}

impl<T> From<(T, T)> for Complex<T> {
    #[inline]
    fn from((re, im): (T, T)) -> Self {
        Self { re, im }
    }
}

impl<T> From<Complex<T>> for (T, T) {
    #[inline]
    fn from(number: Complex<T>) -> Self {
        (number.re, number.im)
    }
}

macro_rules! converted {
    ($($float:ty),*) => {$(
        impl FfiType for Complex<$float> {
            const TAG: &'static TypeTag = &TypeTag::Complex;
            const FACTS: TypeFacts<Self> =
                TypeFacts { reach: Reach::Nothing, lent: Lent::All, ..TypeFacts::of(Kind::Container) };
        }

        impl<'a> FromAnyView<'a> for Complex<$float> {
            type Holder = <($float, $float) as FromAnyView<'a>>::Holder;

            fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
                match <$float>::decode(view, &mut ()) {
                    Some(re) => Some(Self::new(re, 0.0)),
                    None => <($float, $float)>::decode(view, holder).map(Self::from),
                }
            }

            fn explain(view: AnyView<'_>) -> Option<Mismatch> {
                let decodes = Self::decode(view, &mut Default::default()).is_some();
                (!decodes).then(|| Mismatch::expected::<Self>(view))
            }

            fn freeze(view: AnyView<'_>) -> Option<Any> {
                <($float, $float)>::freeze(view)
            }
        }

        impl IntoAny for Complex<$float> {
            fn into_any(self) -> Any {
                <($float, $float)>::from(self).into_any()
            }
        }

        impl Parameter for Complex<$float> {
            type Item<'a> = Self;
        }
    )*};
}
converted!(f32, f64);

impl<T: Add<Output = T>> Add for Complex<T> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl<T: Sub<Output = T>> Sub for Complex<T> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

impl<T: Neg<Output = T>> Neg for Complex<T> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}

impl<T: fmt::Debug> fmt::Debug for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}, {:?})", self.re, self.im)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_complex_numbers() {
        let (a, b) = (Complex::new(1.0f64, 2.0), Complex::new(3.0, -4.0));
        assert_eq!(a + b, Complex::new(4.0, -2.0));
        assert_eq!(a - b, Complex::new(-2.0, 6.0));
        assert_eq!(a * b, Complex::new(11.0, 2.0));
        assert_eq!(-a, Complex::new(-1.0, -2.0));
        assert_eq!(<(f64, f64)>::from(Complex::from((1.0, 2.0))), (1.0, 2.0));
        assert_eq!(format!("{a:?}"), "(1.0, 2.0)");
    }
}
