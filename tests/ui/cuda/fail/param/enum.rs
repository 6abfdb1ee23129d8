use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(i32)]
enum Mode {
    Fast,
    Exact,
}

fn main() {}
