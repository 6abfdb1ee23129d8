#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn twice(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, again: Cuda<'_>) {}

fn main() {}
