use tvm_ffi::cuda::prelude::*;

kernels! {
    image [sm_90 = "../../images/kernels.sm80.cubin"];
    static NOTHING: fn() = "nothing";
}

fn main() {}
