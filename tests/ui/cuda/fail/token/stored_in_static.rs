use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

use std::sync::Mutex;

static KEPT: Mutex<Option<Cuda<'static>>> = Mutex::new(None);

#[tvm_ffi::export]
fn keep(cx: Cuda<'_>, x: CudaView<'_, f32, 1>) {
    let _ = x;
    *KEPT.lock().unwrap() = Some(cx);
}

fn main() {}
