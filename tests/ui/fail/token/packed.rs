#![allow(unused_variables)]

use tvm_ffi::AnyView;
use tvm_ffi::cuda::Cuda;

#[tvm_ffi::export]
fn any(cx: Cuda<'_>, args: &[AnyView<'_>]) {}

fn main() {}
