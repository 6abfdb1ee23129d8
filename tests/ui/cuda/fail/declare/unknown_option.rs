use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing", max_smen = 1024, smem = 1024, block = 256;
}

fn main() {}
