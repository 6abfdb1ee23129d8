use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Params {
    scale: f32,
    extent: i32,
}

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static BY_VALUE: fn(Params, PtrMut<f32>) = "by_value";
}

fn main() {}
