//! Kernels for training that are operators of PyTorch and functions of JAX, with their gradients.
//!
//! Each module has one operator; `backward_of` pairs a function with the one that it is the backward function of.

mod optimizer;
mod real;
mod rms_norm;
mod scale;
mod silu_mul;
mod softmax;
#[cfg(test)]
mod testing;

pub use optimizer::sgd_;
pub use real::Real;
pub use rms_norm::{rms_norm, rms_norm_bwd};
pub use scale::{scale, scale_bwd, scale_bwd_on_cpu, scale_on_cpu};
pub use silu_mul::{silu_mul, silu_mul_, silu_mul_bwd};
pub use softmax::{softmax, softmax_bwd};

tvm_ffi::torch_namespace!("framework_kernels");
