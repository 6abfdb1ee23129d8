#![allow(unused_variables)]

use tvm_ffi::prelude::*;

fn on_cpu(x: f64, y: TensorView<'_>) {}

#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(x: f64, y: TensorView<'_>) {}

fn main() {}
