#![allow(unused_variables)]

use tvm_ffi::prelude::*;

/// Mistakes in a contract that types show.
#[tvm_ffi::export]
fn types(
    #[shape(n, n)] x: CpuView<'_, f32, 1>,
    #[out] y: CpuView<'_, f32, 1>,
    #[out] z: f32,
    #[dtype(f32, f64)] u: CpuView<'_, f32, 1>,
) {
}

fn main() {}
