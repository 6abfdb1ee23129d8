//! Floats that the kernels compute in `f64`.

use tvm_ffi::prelude::*;

/// A float that a kernel reads and writes as `f64`.
pub(crate) trait Float: Element + Copy {
    fn get(self) -> f64;
    fn of(value: f64) -> Self;
}
impl Float for f32 {
    fn get(self) -> f64 {
        self as f64
    }
    fn of(value: f64) -> Self {
        value as f32
    }
}
impl Float for f64 {
    fn get(self) -> f64 {
        self
    }
    fn of(value: f64) -> Self {
        value
    }
}
