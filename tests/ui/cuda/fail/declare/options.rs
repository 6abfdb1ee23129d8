use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static A: fn() = "nothing", max_smem, cluster = 2, pdl = true, pdl;
    static B: fn() = "nothing", cluster = (0, 1, 1);
}

fn main() {}
