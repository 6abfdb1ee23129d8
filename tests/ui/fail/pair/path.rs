#![allow(unused_variables)]

use tvm_ffi::prelude::*;

mod kernels {
    use tvm_ffi::prelude::*;

    #[tvm_ffi::export]
    pub(super) fn scale(x: CpuView<'_, f32, 1>, #[out] y: CpuViewMut<'_, f32, 1>) {}

    #[tvm_ffi::export]
    fn private(x: CpuView<'_, f32, 1>, #[out] y: CpuViewMut<'_, f32, 1>) {}
}

use kernels::scale;

fn not_exported(x: CpuView<'_, f32, 1>, y: CpuViewMut<'_, f32, 1>) {}

#[tvm_ffi::export(backward_of = scale)]
fn imported(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {
}

#[tvm_ffi::export(backward_of = kernels::private)]
fn of_private(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {
}

#[tvm_ffi::export(backward_of = not_exported)]
fn of_a_plain_function(
    #[grad(y)] dy: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    dx: CpuViewMut<'_, f32, 1>,
) {
}

fn main() {}
