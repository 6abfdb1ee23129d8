#![allow(unused_variables)]

use tvm_ffi::prelude::*;

fn on_cpu(x: CpuViewMut<'_, f32, 1>, by: f64) {}

#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(x: CudaView<'_, f32, 1>, by: f64) {}

fn main() {}
