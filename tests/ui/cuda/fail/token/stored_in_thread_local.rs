use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

use std::cell::RefCell;

thread_local! {
    static KEPT: RefCell<Option<Cuda<'static>>> = const { RefCell::new(None) };
}

#[tvm_ffi::export]
fn keep(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) {
    let _ = x;
    KEPT.set(Some(cx));
}

fn main() {}
