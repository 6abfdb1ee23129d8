//! A harness for tests of launches: a driver that records, the calls that it was given, and tensors that claim to be on a GPU.
//!
//! There is no GPU: nothing here says anything about what a kernel computes.

pub mod calls;
pub mod child;
mod control;
pub mod fake;
mod tensor;

pub use fake::Fake;
pub use tensor::{GpuTensor, call, said};
