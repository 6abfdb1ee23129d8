#![allow(unused_variables)]

use tvm_ffi::prelude::*;

fn sum(x: CudaView<'_, f32, 1>) -> f64 {
    0.0
}

#[tvm_ffi::export(cpu = sum)]
fn sum_on_gpu(x: CudaView<'_, f32, 1>) -> f64 {
    0.0
}

fn main() {}
