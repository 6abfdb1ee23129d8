#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

fn another_result_on_cpu(x: CpuView<'_, f32, 1>) -> f32 {
    0.0
}

#[tvm_ffi::export(cpu = another_result_on_cpu)]
fn another_result(x: CudaView<'_, f32, 1>) -> f64 {
    0.0
}

fn another_type_on_cpu(x: CpuViewMut<'_, f32, 1>, by: f64) {}

#[tvm_ffi::export(cpu = another_type_on_cpu)]
fn another_type(x: CudaView<'_, f32, 1>, by: f64) {}

trait Float: Element {}

impl Float for f32 {}

fn bound_is_not_met_on_cpu<T: Float>(x: CpuView<'_, T, 1>) {}

#[tvm_ffi::export(dispatch(T = [f32, i8]), cpu = bound_is_not_met_on_cpu)]
fn bound_is_not_met<T: Element>(x: CudaView<'_, T, 1>) {}

fn same_function(x: CudaView<'_, f32, 1>) {}

#[tvm_ffi::export(cpu = same_function)]
fn same_function_on_gpu(x: CudaView<'_, f32, 1>) {}

fn with_token_on_cpu(cx: Cuda<'_>, x: CpuView<'_, f32, 1>) {}

#[tvm_ffi::export(cpu = with_token_on_cpu)]
fn with_token(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) {}

fn main() {}
