#![allow(unused_variables)]

use tvm_ffi::prelude::*;

trait Float: Element {}

impl Float for f32 {}

fn on_cpu<T: Float>(x: CpuView<'_, T, 1>) {}

#[tvm_ffi::export(dispatch(T = [f32, i8]), cpu = on_cpu)]
fn on_gpu<T: Element>(x: CudaView<'_, T, 1>) {}

fn main() {}
