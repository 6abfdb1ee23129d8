//! CUDA kernels, each with a CPU fallback of the same name.
//!
//! Each file has one kernel: its declaration, the exported function, and the CPU fallback. `kernels` has the sources, and `images` what the CUDA compiler has
//! made from them. The README of this folder lists the functions.
//!
//! Building this takes no CUDA: the images are part of the library, and the driver is loaded at first use.

mod dot;
mod float;
mod gemm;
mod rmsnorm;
mod softmax;
mod vadd;

pub use dot::{dot, dot_on_cpu};
pub use float::Float;
pub use gemm::{gemm, gemm_on_cpu};
pub use rmsnorm::{rmsnorm, rmsnorm_on_cpu};
pub use softmax::{softmax, softmax_on_cpu};
pub use vadd::{vadd, vadd_on_cpu};

/// The most dynamic shared memory of the kernels here, in bytes. Every GPU since compute capability 8.0 has as much for a block.
const MAX_SMEM: u32 = 96 * 1024;
