//! Kernels for inference on the CPU, for several dtypes each.
//!
//! One function per file; contracts in the signatures do all checks. The README of this folder has the functions for
//! Python, and their speed.
//!
//! [`Float`] is the trait of element types. The kernels are plain loops over slices, which the compiler vectorises; `simd`
//! compiles them a second time for newer processors.

mod bits;
mod dequantize;
mod exp;
mod float;
mod lanes;
mod matmul;
mod rms_norm;
mod rope;
mod simd;
mod softmax;
#[cfg(test)]
mod testing;
mod top_k;

pub use dequantize::dequantize;
pub use float::{Float, Real};
pub use matmul::{Tile, matmul};
pub use rms_norm::{rms_norm, rms_norm_};
pub use rope::{rope, rope_};
pub use softmax::{softmax, softmax_};
pub use top_k::top_k;
