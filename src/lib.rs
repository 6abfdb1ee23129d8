//! Facade.
pub use tvm_ffi_core::*;
pub use tvm_ffi_macros::export;

#[doc(hidden)]
pub use tvm_ffi_core::__private;
