use tvm_ffi::cuda::prelude::*;

kernels! {
    image [sm90 = "../../images/kernels.sm90.cubin", compute_80 = "../../images/kernels.compute_80.ptx", volta = "v.cubin"];
    static NOTHING: fn() = "nothing";
}

fn main() {}
