use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing", max_smem = 256 * 1024;
}

fn main() {}
