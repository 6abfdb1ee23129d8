#![allow(unused_variables)]

use tvm_ffi::prelude::*;

fn on_cpu(x: CpuView<'_, f32, 1>, y: CpuViewMut<'_, f32, 1>) {}

#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(x: CudaView<'_, f32, 1>, #[alias(x)] y: CudaViewMut<'_, f32, 1>) {}

fn main() {}
