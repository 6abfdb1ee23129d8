#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;

#[tvm_ffi::export]
fn given(cx: Cuda<'_>) -> Cuda<'_> {
    cx
}

fn main() {}
