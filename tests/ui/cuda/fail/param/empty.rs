use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Params;

fn main() {}
