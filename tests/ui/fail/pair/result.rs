#![allow(unused_variables, unused_mut)]

use tvm_ffi::prelude::*;

type Nothing = Result<()>;

#[tvm_ffi::export]
fn scale(x: CpuView<'_, f32, 1>, #[out] y: CpuViewMut<'_, f32, 1>) {}

#[tvm_ffi::export(backward_of = scale)]
fn returns_the_gradient(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) -> Result<Tensor> {
    dx.to_tensor()
}

#[tvm_ffi::export(backward_of = scale)]
fn returns_a_number(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) -> i64 {
    1
}

/// Nothing is wrong with it.
#[tvm_ffi::export(backward_of = scale)]
fn right(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) -> Nothing {
    Ok(())
}

fn main() {}
