use tvm_ffi::cuda::prelude::*;

#[tvm_ffi::object("ui.Holder")]
struct Holder {
    cx: Cuda<'static>,
}

fn main() {}
