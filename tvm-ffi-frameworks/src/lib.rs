//! Makes the exports of a kernel library operators of PyTorch, and functions of JAX.
//!
//! Kernel libraries depend on the crate `tvm-ffi-rs` with its features `torch` and `jax`, which re-exports and documents [`torch_namespace!`].
//!
//! - `operator`: the exports, each with its thunk for each framework;
//! - `torch`: registration with PyTorch, and the kernel that all operators share;
//! - `jax`: the handlers of XLA that JAX calls, and what they share;
//! - `devices`, `library_function`, `text`: what both use.

#[cfg(any(feature = "jax", feature = "torch"))]
mod devices;
#[cfg(feature = "jax")]
mod jax;
#[cfg(any(feature = "jax", feature = "torch"))]
mod library_function;
mod operator;
#[cfg(any(feature = "jax", feature = "torch"))]
mod text;
#[cfg(feature = "torch")]
mod torch;

/// Why an export cannot be a function of a framework, where a parameter is the reason.
#[cfg(any(feature = "jax", feature = "torch"))]
fn about(parameter: &tvm_ffi_core::__private::Param, reason: &str) -> String {
    format!("`{}`: {reason}", parameter.name)
}

#[doc(hidden)]
pub mod __private {
    pub use core::ffi::c_void;

    pub use tvm_ffi_core::__private::{constructor, enter, symbols as core_symbols};

    pub use crate::__symbols as symbols;
    pub use crate::__with_jax as with_jax;
    pub use crate::__with_torch as with_torch;
    #[cfg(feature = "jax")]
    pub use crate::jax::run_xla;
    pub use crate::operator::{Operator, enter_operator};
    #[cfg(feature = "torch")]
    pub use crate::torch::{register_namespace, run};
}

/// Without the feature `torch` an operator has no thunk for PyTorch.
#[cfg(not(feature = "torch"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_torch {
    ($unsafe:tt, $operator:expr) => {
        $operator
    };
}

/// Without the feature `jax` it has none for JAX.
#[cfg(not(feature = "jax"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __with_jax {
    ($unsafe:tt, $operator:expr) => {
        $operator
    };
}
