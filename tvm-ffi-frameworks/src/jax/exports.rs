//! A function of every library with the feature `jax`.

use tvm_ffi_core::{Error, ErrorKind, Result};

use super::handler_of;
use crate::library_function::library_function;

library_function! {
    "tvm_ffi_xla_handler", "__tvm_ffi_tvm_ffi_xla_handler",
    "The address of an export's handler for XLA's FFI; an error says why there is none.",
    (name: &str) -> Result<i64>,
    handler_of(name)
        .map(|thunk| thunk as usize as i64)
        .map_err(|reason| Error::new(ErrorKind::TypeError, reason))
}
