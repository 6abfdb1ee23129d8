#![allow(unused_variables)]

use tvm_ffi::prelude::*;

#[tvm_ffi::export(cpu = host::double)]
fn double(x: CudaViewMut<'_, f32, 1>) {}

fn main() {}
