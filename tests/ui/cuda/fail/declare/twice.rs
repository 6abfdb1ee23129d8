use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing";
    static NOTHING: fn() = "nothing";
}

fn main() {}
