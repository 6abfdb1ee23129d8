#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn unnamed(_: Cuda<'_>, x: CudaView<'_, f32, 1>) {}

fn main() {}
