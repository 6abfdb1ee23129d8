use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernel.sm80.cubin";
    static NOTHING: fn() = "nothing";
}

fn main() {}
