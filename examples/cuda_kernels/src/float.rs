//! The element types of the kernels.

use tvm_ffi::{Element, bf16, f16};

/// An element type: `f32`, `f16`, or `bf16`.
///
/// Kernels convert each element to `f32`, calculate in `f32`, and round the result once.
pub trait Float: Element + sealed::Sealed {
    /// The value, exactly.
    fn widen(self) -> f32;

    /// The nearest value, ties to even.
    fn narrow(value: f32) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! floats {
    ($($type:ty: $widen:expr, $narrow:expr;)*) => {$(
        impl sealed::Sealed for $type {}

        impl Float for $type {
            #[inline(always)]
            fn widen(self) -> f32 {
                $widen(self)
            }

            #[inline(always)]
            fn narrow(value: f32) -> Self {
                $narrow(value)
            }
        }
    )*};
}

floats! {
    f32: core::convert::identity, core::convert::identity;
    f16: f16::to_f32, f16::from_f32;
    bf16: bf16::to_f32, bf16::from_f32;
}
