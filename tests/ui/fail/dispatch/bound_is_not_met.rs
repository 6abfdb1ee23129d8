use tvm_ffi::prelude::*;

use std::ops::Mul;

#[tvm_ffi::export(dispatch(T = [f32, Bool8]))]
fn square<T: Element + Mul<Output = T>>(mut x: CpuViewMut<'_, T, 1>) {
    for x in x.iter_mut() {
        *x = *x * *x;
    }
}

fn main() {}
