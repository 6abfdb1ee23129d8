//! Functions that the end-to-end tests call from Python, each as small as possible.

mod calls;
mod containers;
mod contracts;
mod custom_modules;
mod enums;
mod errors;
mod features;
mod foreign;
mod functions;
mod lists;
mod logs;
mod modules;
mod moves;
mod objects;
mod pairs;
mod panics;
mod ported;
mod python_objects;
mod results;
mod structs;
mod stubs;
mod tensors;
mod threads;
mod values;
mod views;

tvm_ffi::python_module!(e2e_kernels, doc = "What the end-to-end tests call.");
