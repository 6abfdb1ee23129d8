use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
struct Params {
    scale: f32,
}

fn main() {}
