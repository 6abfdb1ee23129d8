#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn kept(cx: Cuda<'static>, x: CudaView<'_, f32, 1>) {}

fn main() {}
