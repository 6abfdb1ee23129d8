use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Params<'a> {
    scale: &'a f32,
    ok: Ptr<'a, f32>,
}

fn main() {}
