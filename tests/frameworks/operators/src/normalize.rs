//! Forwards over rows, which save what they have computed.

use crate::float::Float;
use tvm_ffi::prelude::*;

/// Root-mean-square normalisation of each row.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn rms_norm<T: Float>(
    #[shape(n, d)] x: CpuView<'_, T, 2>,
    #[shape(d)] weight: CpuView<'_, T, 1>,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, T, 2>,
    #[out(saved)]
    #[shape(n)]
    mut rstd: CpuViewMut<'_, f64, 1>,
    #[default(1e-6)] eps: f64,
) {
    let [n, d] = x.dims();
    for i in 0..n {
        let mean = x.row(i).iter().map(|x| x.get() * x.get()).sum::<f64>() / d as f64;
        let scale = 1.0 / (mean + eps).sqrt();
        rstd[[i]] = scale;
        for j in 0..d {
            y[[i, j]] = T::of(x[[i, j]].get() * scale * weight[[j]].get());
        }
    }
}

#[tvm_ffi::export(backward_of = rms_norm, dispatch(T = [f32, f64]))]
fn rms_norm_bwd<T: Float>(
    #[grad(y)]
    #[shape(n, d)]
    dy: CpuView<'_, T, 2>,
    #[shape(n, d)] x: CpuView<'_, T, 2>,
    #[shape(d)] weight: CpuView<'_, T, 1>,
    #[shape(n)] rstd: CpuView<'_, f64, 1>,
    #[grad(x)]
    #[out]
    #[shape(n, d)]
    mut dx: CpuViewMut<'_, T, 2>,
    #[grad(weight)]
    #[out(zero)]
    #[shape(d)]
    mut dweight: Option<CpuViewMut<'_, T, 1>>,
) {
    let [n, d] = x.dims();
    for i in 0..n {
        let r = rstd[[i]];
        let dot = (0..d).map(|j| dy[[i, j]].get() * weight[[j]].get() * x[[i, j]].get()).sum::<f64>();
        for j in 0..d {
            let (g, v) = (dy[[i, j]].get(), x[[i, j]].get());
            dx[[i, j]] = T::of(r * g * weight[[j]].get() - r * r * r * v * dot / d as f64);
            if let Some(dweight) = &mut dweight {
                dweight[[j]] = T::of(dweight[[j]].get() + g * v * r);
            }
        }
    }
}

/// Softmax of each row, and its maximum.
#[tvm_ffi::export]
fn softmax(
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, f64, 2>,
    #[out]
    #[shape(n)]
    mut row_max: CpuViewMut<'_, f64, 1>,
    #[out(saved)]
    #[shape(n)]
    mut row_sum: CpuViewMut<'_, f64, 1>,
) {
    let [n, d] = x.dims();
    for i in 0..n {
        let max = x.row(i).iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum = x.row(i).iter().map(|x| (x - max).exp()).sum::<f64>();
        row_max[[i]] = max;
        row_sum[[i]] = sum;
        for j in 0..d {
            y[[i, j]] = (x[[i, j]] - max).exp() / sum;
        }
    }
}

#[tvm_ffi::export(backward_of = softmax)]
fn softmax_bwd(
    #[grad(y)]
    #[shape(n, d)]
    dy: CpuView<'_, f64, 2>,
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[shape(n)] row_max: CpuView<'_, f64, 1>,
    #[shape(n)] row_sum: CpuView<'_, f64, 1>,
    #[grad(x)]
    #[out]
    #[shape(n, d)]
    mut dx: CpuViewMut<'_, f64, 2>,
) {
    let [n, d] = x.dims();
    for i in 0..n {
        let y = |j| (x[[i, j]] - row_max[[i]]).exp() / row_sum[[i]];
        let dot = (0..d).map(|j| dy[[i, j]] * y(j)).sum::<f64>();
        for j in 0..d {
            dx[[i, j]] = y(j) * (dy[[i, j]] - dot);
        }
    }
}
