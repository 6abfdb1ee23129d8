const BLOCKS: u32 = 0;

use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin "../../images/kernels.sm80.cubin";
    static NOTHING: fn() = "nothing", cluster = (BLOCKS, 1, 1);
}

fn main() {}
