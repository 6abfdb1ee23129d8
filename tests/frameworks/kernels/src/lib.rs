//! Kernels that tests call through PyTorch and JAX: an export for each form that an operator can have.

mod forms;
mod pairs;
mod refused;

#[cfg(not(feature = "second"))]
tvm_ffi::torch_namespace!("framework_kernels");
#[cfg(feature = "second")]
tvm_ffi::torch_namespace!("framework_kernels_second");
