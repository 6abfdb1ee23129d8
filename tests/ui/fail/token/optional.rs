#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn perhaps(cx: Option<Cuda<'_>>, x: CudaView<'_, f32, 1>) {}

fn main() {}
