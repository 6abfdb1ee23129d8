#![allow(unused_variables)]

use std::cell::RefCell;

use tvm_ffi::cuda::Cuda;
use tvm_ffi::prelude::*;

thread_local! {
    static KEPT: RefCell<Option<Cuda<'static>>> = const { RefCell::new(None) };
}

#[tvm_ffi::export]
fn kept(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) {
    KEPT.set(Some(cx));
}

fn main() {}
