#![allow(unused_variables)]

use tvm_ffi::prelude::*;

#[tvm_ffi::export(cpu)]
fn nothing(x: CudaView<'_, f32, 1>) {}

#[tvm_ffi::export(cpu = "double_on_cpu")]
fn text(x: CudaView<'_, f32, 1>) {}

#[tvm_ffi::export(cpu = |x| ())]
fn closure(x: CudaView<'_, f32, 1>) {}

#[tvm_ffi::export(cpu(double_on_cpu))]
fn parentheses(x: CudaView<'_, f32, 1>) {}

fn main() {}
