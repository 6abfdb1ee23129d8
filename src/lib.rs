//! Facade.
pub use tvm_ffi_core::*;
