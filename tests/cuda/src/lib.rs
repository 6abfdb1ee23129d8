//! A harness for tests of launches: a recording driver, its record, and tensors that claim to be on a GPU.
//!
//! There is no GPU, so these tests do not show what kernels compute.

pub mod calls;
pub mod child;
mod control;
pub mod fake;
mod tensor;

pub use fake::Fake;
pub use tensor::{GpuTensor, call, error_text};
