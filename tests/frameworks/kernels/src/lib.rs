//! Kernels that tests call through PyTorch and JAX: an export for each form that an operator can have.

mod forms;
mod pairs;
mod refused;

#[cfg(not(feature = "second"))]
tvm_ffi::torch_namespace!("e2e_frameworks");
#[cfg(feature = "second")]
tvm_ffi::torch_namespace!("e2e_frameworks_second");
