use tvm_ffi::cuda::prelude::*;

kernels! {
    nvrtc "../../images/kernels.cu";
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

fn main() {}
