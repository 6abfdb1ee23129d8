use tvm_ffi::cuda::prelude::*;

fn main() {
    let _ = Cuda { device: 0 };
}
