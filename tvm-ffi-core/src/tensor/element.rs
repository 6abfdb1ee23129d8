//! Element types that Rust can read.
//!
//! - [`Element`], and the types of Rust and of `half`;
//! - [`Bool8`], [`Complex`], and the small floats, which exist in tensors only.

mod complex;
mod small;

use core::fmt;

pub use complex::Complex;
use half::{bf16, f16};
pub use small::{
    F4E2M1FNx2, F8E3M4, F8E4M3, F8E4M3B11FNUZ, F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0FNU,
};

use crate::dtype::DType;
use crate::tensor_search::SearchTensors;

/// A type that a tensor's elements can be read as.
///
/// # Safety
///
/// Elements of dtype `DTYPE` have the size and layout of the type, and every bit pattern is a value of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element type of tensors",
    label = "not an element type",
    note = "elements are `f32`, `f64`, `f16`, `bf16`, `i8` to `i64`, `u8` to `u64`, `Bool8`, `Complex<f32>`, `Complex<f64>`, and the small floats such as `F8E4M3FN`"
)]
pub unsafe trait Element: SearchTensors + Copy + Send + Sync + 'static + sealed::Sealed {
    /// The dtype of tensors with such elements.
    const DTYPE: DType;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($type:ty = $dtype:ident $(x $lanes:literal)?;)*) => {$(
        impl sealed::Sealed for $type {}

        // SAFETY: a number of the size and layout that the dtype says; every bit pattern is one.
        unsafe impl Element for $type {
            const DTYPE: DType = DType::$dtype$(.with_lanes($lanes))?;
        }

        const _: () = assert!(size_of::<$type>() * 8 == <$type as Element>::DTYPE.element_bits() as usize);
    )*};
}

elements! {
    f32 = F32;
    f64 = F64;
    f16 = F16;
    bf16 = BF16;
    i8 = I8;
    i16 = I16;
    i32 = I32;
    i64 = I64;
    u8 = U8;
    u16 = U16;
    u32 = U32;
    u64 = U64;
    Bool8 = BOOL;
    Complex<f16> = COMPLEX32;
    Complex<bf16> = BCOMPLEX32;
    Complex<f32> = COMPLEX64;
    Complex<f64> = COMPLEX128;
    F8E3M4 = F8_E3M4;
    F8E4M3 = F8_E4M3;
    F8E4M3B11FNUZ = F8_E4M3B11FNUZ;
    F8E4M3FN = F8_E4M3FN;
    F8E4M3FNUZ = F8_E4M3FNUZ;
    F8E5M2 = F8_E5M2;
    F8E5M2FNUZ = F8_E5M2FNUZ;
    F8E8M0FNU = F8_E8M0FNU;
    F4E2M1FNx2 = F4_E2M1FN x 2;
}

/// A boolean in a tensor: a byte that is zero or not.
///
/// A byte from outside may be neither 0 nor 1, which Rust's `bool` must not be.
///
/// ```
/// use tvm_ffi_core::Bool8;
/// assert!(bool::from(Bool8::from(true)));
/// ```
#[repr(transparent)]
#[derive(Clone, Copy, Default)]
pub struct Bool8(u8);

impl Bool8 {
    /// The boolean.
    #[inline]
    pub const fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<Bool8> for bool {
    #[inline]
    fn from(value: Bool8) -> Self {
        value.get()
    }
}

impl From<bool> for Bool8 {
    #[inline]
    fn from(value: bool) -> Self {
        Self(value as u8)
    }
}

impl PartialEq for Bool8 {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for Bool8 {}

impl PartialEq<bool> for Bool8 {
    fn eq(&self, other: &bool) -> bool {
        self.get() == *other
    }
}

impl core::hash::Hash for Bool8 {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

impl fmt::Debug for Bool8 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.get(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_byte_but_zero_is_true() {
        assert!(!bool::from(Bool8(0)));
        assert!((1..=255).all(|byte| bool::from(Bool8(byte))));
        assert_eq!(Bool8(2), Bool8(1));
        assert_ne!(Bool8(2), Bool8(0));
        assert_eq!(Bool8::from(true), true);
        assert_eq!(format!("{:?}", [Bool8(7), Bool8::default()]), "[true, false]");
    }
}
