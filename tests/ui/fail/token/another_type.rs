#![allow(unused_variables)]

use tvm_ffi::prelude::*;

#[derive(Clone, Copy, tvm_ffi::StrEnum)]
enum Cuda {
    Default,
    PerThread,
}

#[tvm_ffi::export]
fn configured(cx: Cuda, x: CudaView<'_, f32, 1>) {}

fn main() {}
