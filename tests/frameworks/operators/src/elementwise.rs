//! Forwards of any shape.

use crate::float::Float;
use tvm_ffi::prelude::*;

pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// `x * sigmoid(x)`.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn silu<T: Float>(
    #[shape(s..)] x: CpuViewD<'_, T>,
    #[out]
    #[shape(s..)]
    mut y: CpuViewMutD<'_, T>,
) {
    for (x, y) in x.as_slice().iter().zip(y.as_mut_slice()) {
        *y = T::of(x.get() * sigmoid(x.get()));
    }
}

#[tvm_ffi::export(backward_of = silu, dispatch(T = [f32, f64]))]
fn silu_bwd<T: Float>(
    #[grad(y)]
    #[shape(s..)]
    dy: CpuViewD<'_, T>,
    #[shape(s..)] x: CpuViewD<'_, T>,
    #[grad(x)]
    #[out]
    #[shape(s..)]
    mut dx: CpuViewMutD<'_, T>,
) {
    for ((dy, x), dx) in dy.as_slice().iter().zip(x.as_slice()).zip(dx.as_mut_slice()) {
        let (x, s) = (x.get(), sigmoid(x.get()));
        *dx = T::of(dy.get() * (s + x * s * (1.0 - s)));
    }
}

#[tvm_ffi::export(backward_of = silu_bwd, dispatch(T = [f32, f64]))]
fn silu_bwd_bwd<T: Float>(
    #[grad(dx)]
    #[shape(s..)]
    ddx: CpuViewD<'_, T>,
    #[shape(s..)] dy: CpuViewD<'_, T>,
    #[shape(s..)] x: CpuViewD<'_, T>,
    #[grad(dy)]
    #[out]
    #[shape(s..)]
    mut ddy: CpuViewMutD<'_, T>,
    #[grad(x)]
    #[out]
    #[shape(s..)]
    mut dx: CpuViewMutD<'_, T>,
) {
    for i in 0..x.as_slice().len() {
        let (g, h) = (dy.as_slice()[i].get(), ddx.as_slice()[i].get());
        let x = x.as_slice()[i].get();
        let s = sigmoid(x);
        ddy.as_mut_slice()[i] = T::of(h * (s + x * s * (1.0 - s)));
        dx.as_mut_slice()[i] = T::of(h * g * s * (1.0 - s) * (2.0 + x * (1.0 - 2.0 * s)));
    }
}

/// Sine and cosine.
#[tvm_ffi::export]
fn sincos(
    #[shape(s..)] x: CpuViewD<'_, f64>,
    #[out]
    #[shape(s..)]
    mut sin: CpuViewMutD<'_, f64>,
    #[out]
    #[shape(s..)]
    mut cos: CpuViewMutD<'_, f64>,
) {
    for i in 0..x.as_slice().len() {
        (sin.as_mut_slice()[i], cos.as_mut_slice()[i]) = x.as_slice()[i].sin_cos();
    }
}

#[tvm_ffi::export(backward_of = sincos)]
fn sincos_bwd(
    #[grad(sin)]
    #[shape(s..)]
    dsin: Option<CpuViewD<'_, f64>>,
    #[grad(cos)]
    #[shape(s..)]
    dcos: CpuViewD<'_, f64>,
    #[shape(s..)] sin: CpuViewD<'_, f64>,
    #[shape(s..)] cos: CpuViewD<'_, f64>,
    #[grad(x)]
    #[out]
    #[shape(s..)]
    mut dx: CpuViewMutD<'_, f64>,
) {
    for i in 0..sin.as_slice().len() {
        let from_sin = dsin.as_ref().map_or(0.0, |g| g.as_slice()[i] * cos.as_slice()[i]);
        dx.as_mut_slice()[i] = from_sin - dcos.as_slice()[i] * sin.as_slice()[i];
    }
}
