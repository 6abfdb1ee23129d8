use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

#[tvm_ffi::object("ui.Keeper")]
struct Keeper {
    cx: Cuda<'static>,
}

fn main() {}
