#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn shaped(#[shape(n)] cx: Cuda<'_>, #[shape(n)] x: CudaView<'_, f32, 1>) {}

#[tvm_ffi::export]
fn with_default(x: CudaView<'_, f32, 1>, #[default(0)] cx: Cuda<'_>) {}

fn main() {}
