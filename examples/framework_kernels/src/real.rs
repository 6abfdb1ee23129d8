//! The element types of the kernels.

use tvm_ffi::{Element, bf16};

/// A type of elements. The kernels compute with `f64` and round once.
pub trait Real: Element {
    /// The value, exactly.
    fn widen(self) -> f64;

    /// The nearest value.
    fn narrow(value: f64) -> Self;
}

impl Real for f32 {
    fn widen(self) -> f64 {
        self.into()
    }

    fn narrow(value: f64) -> Self {
        value as f32
    }
}

impl Real for f64 {
    fn widen(self) -> f64 {
        self
    }

    fn narrow(value: f64) -> Self {
        value
    }
}

impl Real for bf16 {
    fn widen(self) -> f64 {
        self.to_f64()
    }

    fn narrow(value: f64) -> Self {
        Self::from_f64(value)
    }
}
