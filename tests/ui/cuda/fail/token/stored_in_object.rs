use tvm_ffi::cuda::prelude::*;

#[tvm_ffi::object("ui.Keeper")]
struct Keeper {
    cx: Cuda<'static>,
}

fn main() {}
