//! Kernels that tests and benchmarks call through PyTorch and JAX.

mod forms;
mod pairs;
mod refused;

#[cfg(not(feature = "second"))]
tvm_ffi::torch_namespace!("e2e_frameworks");
#[cfg(feature = "second")]
tvm_ffi::torch_namespace!("e2e_frameworks_second");
