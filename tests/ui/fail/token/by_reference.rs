#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn shared(cx: &Cuda<'_>, x: CudaView<'_, f32, 1>) {}

#[tvm_ffi::export]
fn exclusive(x: CudaView<'_, f32, 1>, cx: &mut Cuda<'_>) {}

fn main() {}
