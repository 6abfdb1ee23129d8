use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing", cluster = (4, 4, 2);
}

fn main() {}
