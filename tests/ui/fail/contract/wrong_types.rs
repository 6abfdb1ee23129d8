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

#[tvm_ffi::export]
fn symbol_is_optional(#[shape(n)] x: CpuView<'_, f32, 1>, n: Option<i64>) -> f32 {
    x.iter().sum::<f32>() * n.map_or(1.0, |n| n as f32)
}

#[tvm_ffi::export]
fn symbol_is_text(#[shape(name)] x: CpuView<'_, f32, 1>, name: &str) -> f32 {
    x.iter().sum::<f32>() * name.len() as f32
}

#[tvm_ffi::export]
fn symbol_is_a_tensor(#[shape(2 * y)] x: CpuView<'_, f32, 1>, y: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(y.iter()).sum()
}

fn main() {}
