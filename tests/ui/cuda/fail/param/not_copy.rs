use tvm_ffi::cuda::prelude::*;

#[derive(KernelParam)]
#[repr(C)]
struct Params {
    scale: f32,
}

fn main() {}
