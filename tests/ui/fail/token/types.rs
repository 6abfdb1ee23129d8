#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

mod another_type {
    use super::*;

    #[derive(Clone, Copy, tvm_ffi::StrEnum)]
    enum Cuda {
        Default,
        PerThread,
    }

    #[tvm_ffi::export]
    fn configured(cx: Cuda, x: CudaView<'_, f32, 1>) {}
}

#[tvm_ffi::export]
fn reference_without_lifetime(cx: &Cuda, x: CudaView<'_, f32, 1>) {}

type Context<'a> = Cuda<'a>;

#[tvm_ffi::export]
fn through_alias(cx: Context<'_>, x: CudaView<'_, f32, 1>) {}

fn main() {}
