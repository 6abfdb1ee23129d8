//! The kernels of the tests that run on a GPU, and the functions with which Python launches them.
//!
//! Each file has one kind of launch. `kernels` has the sources, and `images` the results of `images.py`.

mod by_value;
mod clusters;
mod dependent;
mod forks;
mod grids;
mod images;
mod native;
mod plain;
mod scratch;
mod smem;
mod tiles;

// For the tests of the library as a Python module.
tvm_ffi::python_module!(tvm_ffi_gpu_kernels);
