#![allow(unused_variables)]

use tvm_ffi::prelude::*;

type Image<'a> = CpuView<'a, f32, 2>;

fn on_cpu(x: Image<'_>) {}

#[tvm_ffi::export(cpu = on_cpu)]
fn on_gpu(x: Image<'_>) {}

fn main() {}
