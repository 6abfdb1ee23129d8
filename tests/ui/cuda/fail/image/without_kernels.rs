use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    cubin "../../images/kernels.sm90.cubin";
    static NOTHING: fn() = "nothing";
}

fn main() {}
