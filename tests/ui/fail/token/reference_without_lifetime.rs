#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn shared(cx: &Cuda, x: CudaView<'_, f32, 1>) {}

fn main() {}
