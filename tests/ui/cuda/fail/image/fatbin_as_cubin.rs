use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
}

fn main() {}
