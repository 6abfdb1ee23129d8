//! Functions with a backward.

use tvm_ffi::prelude::*;

/// Root-mean-square normalisation of each row.
#[tvm_ffi::export]
fn rms_norm(
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] weight: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, f32, 2>,
    #[out]
    #[shape(n)]
    mut rstd: CpuViewMut<'_, f32, 1>,
    #[default(1e-6)] eps: f64,
) {
    let d = x.dim(1);
    let rows = x.as_slice().chunks_exact(d.max(1)).zip(y.as_mut_slice().chunks_exact_mut(d.max(1)));
    for ((from, to), rstd) in rows.zip(rstd.as_mut_slice()) {
        let square: f32 = from.iter().map(|x| x * x).sum();
        *rstd = 1.0 / (square / d as f32 + eps as f32).sqrt();
        for ((to, from), weight) in to.iter_mut().zip(from).zip(weight.as_slice()) {
            *to = from * *rstd * weight;
        }
    }
}
