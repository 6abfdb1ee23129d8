use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C, packed)]
struct Params {
    scale: f32,
    extent: i64,
}

fn main() {}
