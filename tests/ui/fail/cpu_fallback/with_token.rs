#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

fn on_cpu(cx: Cuda<'_>, x: CpuView<'_, f32, 1>) {}

#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) {}

fn main() {}
