use std::ops::Mul;

use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn bound_is_missing<T>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

#[tvm_ffi::export(dispatch(T = [f32, Bool8]))]
fn bound_is_not_met<T: Element + Mul<Output = T>>(mut x: CpuViewMut<'_, T, 1>) {
    for x in x.iter_mut() {
        *x = *x * *x;
    }
}

#[tvm_ffi::export(dispatch(T = [f32, i128]))]
fn no_element<T: Element>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

fn main() {}
