//! Functions of every library with the feature `torch`.

use tvm_ffi_core::Result;

use super::{failure, register};
use crate::library_function::library_function;

library_function! {
    "tvm_ffi_torch_register", "__tvm_ffi_tvm_ffi_torch_register",
    "Registers the exports of this library as operators of PyTorch; returns JSON.",
    (namespace: &str) -> Result<String>,
    register::register(namespace)
}

// Without an error to raise it does nothing.
library_function! {
    "tvm_ffi_reraise", "__tvm_ffi_tvm_ffi_reraise",
    "Raises the last error of an operator of this library on this thread.",
    () -> Result<()>,
    failure::take().map_or(Ok(()), Err)
}
