#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn kept<'a>(cx: Cuda<'a>, x: CudaView<'_, f32, 1>)
where
    Cuda<'a>: 'static,
{
}

fn main() {}
