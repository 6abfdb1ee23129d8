//! A forward and a backward function that take a list of tensors.

use tvm_ffi::prelude::*;

/// `x` times the sum of `ys`.
#[tvm_ffi::export]
fn times_sum(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    ys: Vec<CpuView<'_, f64, 1>>,
    #[out(zero)]
    #[shape(n)]
    mut z: CpuViewMut<'_, f64, 1>,
) {
    add_products(&x, &ys, &mut z);
}

#[tvm_ffi::export(backward_of = times_sum, constant(ys))]
fn times_sum_bwd(
    #[grad(z)]
    #[shape(n)]
    dz: CpuView<'_, f64, 1>,
    ys: Vec<CpuView<'_, f64, 1>>,
    #[grad(x)]
    #[out(zero)]
    #[shape(n)]
    mut dx: CpuViewMut<'_, f64, 1>,
) {
    add_products(&dz, &ys, &mut dx);
}

fn add_products(by: &CpuView<'_, f64, 1>, ys: &[CpuView<'_, f64, 1>], to: &mut CpuViewMut<'_, f64, 1>) {
    for y in ys {
        for ((to, y), by) in to.as_mut_slice().iter_mut().zip(y.as_slice()).zip(by.as_slice()) {
            *to += y * by;
        }
    }
}
