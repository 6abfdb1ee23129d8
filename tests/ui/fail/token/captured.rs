#![allow(unused_variables)]

use tvm_ffi::cuda::Cuda;

#[tvm_ffi::export]
fn later(cx: Cuda<'_>) -> impl Fn() -> i64 {
    move || i64::from(cx.device().device_id)
}

fn main() {}
