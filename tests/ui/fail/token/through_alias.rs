#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

type Context<'a> = Cuda<'a>;

#[tvm_ffi::export]
fn renamed(cx: Context<'_>, x: CudaView<'_, f32, 1>) {}

fn main() {}
