//! Exports, and the library with the C functions of PyTorch that calls them as operators.

pub mod exports;
mod shim;

pub use shim::{Device, Register, Shim, Slot, TensorHandle, dtype, slot, tensor_in};
