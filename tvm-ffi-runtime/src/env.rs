//! The environment of a call: streams, the allocator for tensors, and functions of Python.

mod allocator;
mod signals;
mod streams;

pub(crate) use allocator::{get_allocator, set_allocator, tensor_alloc};
pub(crate) use signals::{check_signals, register_c_api};
pub(crate) use streams::{get_stream, set_stream};
