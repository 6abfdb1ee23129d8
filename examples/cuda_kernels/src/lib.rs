//! CUDA kernels, each with a twin for the CPU under the same name.
//!
//! One kernel a file: what is launched, what is exported, and the twin. `kernels` has the sources, `images` what the CUDA compiler made
//! of them. See the README of this folder for what Python calls.
//!
//! Building this takes no CUDA: images are part of the library, and the driver is looked for when it is first needed.

mod dot;
mod float;
mod gemm;
mod rmsnorm;
mod softmax;
#[cfg(test)]
mod testing;
mod vadd;

pub use dot::{dot, dot_on_cpu};
pub use float::Float;
pub use gemm::{gemm, gemm_on_cpu};
pub use rmsnorm::{rmsnorm, rmsnorm_on_cpu};
pub use softmax::{softmax, softmax_on_cpu};
pub use vadd::{vadd, vadd_on_cpu};

/// The most dynamic shared memory that kernels here ask for, in bytes: every GPU since compute capability 8.0 has as much for a block.
const MAX_SMEM: u32 = 96 * 1024;
