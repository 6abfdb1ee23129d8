#![allow(unused_variables)]

use tvm_ffi::prelude::*;

fn on_cpu(x: CpuView<'_, f32, 1>) -> f32 {
    0.0
}

#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(x: CudaView<'_, f32, 1>) -> f64 {
    0.0
}

fn main() {}
