use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64, f32) = "vadd";
}

fn main() {}
