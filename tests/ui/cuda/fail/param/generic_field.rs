use tvm_ffi::cuda::prelude::*;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Params<T: Copy> {
    scale: T,
}

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static BY_VALUE: fn(Params<char>, PtrMut<f32>) = "by_value";
}

fn main() {}
