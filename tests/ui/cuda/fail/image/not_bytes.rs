use std::path::Path;

use tvm_ffi::cuda::prelude::*;

kernels! {
    cubin Path::new("kernels.cubin");
    static NOTHING: fn() = "nothing";
}

fn main() {}
