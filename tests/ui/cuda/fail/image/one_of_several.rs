use tvm_ffi::cuda::prelude::*;

kernels! {
    image [sm_80 = "../../images/kernels.sm80.cubin", ptx = "../../images/kernels.compute_80.ptx"];
    static VADD: fn(Ptr<f32>, PtrMut<f32>, u32) = "vadd";
}

fn main() {}
