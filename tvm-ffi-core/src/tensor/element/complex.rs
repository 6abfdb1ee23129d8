//! Complex numbers.

use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};

/// A complex number in a tensor: the real part, then the imaginary part.
///
/// It has the layout of C's complex types, and of `num_complex::Complex`.
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
