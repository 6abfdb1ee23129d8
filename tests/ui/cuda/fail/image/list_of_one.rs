use tvm_ffi::cuda::prelude::*;

kernels! {
    image "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing";
}

fn main() {}
