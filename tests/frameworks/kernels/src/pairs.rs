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
    #[out(saved)]
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

#[tvm_ffi::export(backward_of = rms_norm)]
fn rms_norm_bwd(
    #[grad(y)]
    #[shape(n, d)]
    dy: CpuView<'_, f32, 2>,
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] weight: CpuView<'_, f32, 1>,
    #[shape(n)] rstd: CpuView<'_, f32, 1>,
    #[grad(x)]
    #[out]
    #[shape(n, d)]
    mut dx: CpuViewMut<'_, f32, 2>,
    #[grad(weight)]
    #[out(zero)]
    #[shape(d)]
    mut dweight: CpuViewMut<'_, f32, 1>,
) {
    let (d, weight, dweight) = (x.dim(1), weight.as_slice(), dweight.as_mut_slice());
    let read = dy.as_slice().chunks_exact(d.max(1)).zip(x.as_slice().chunks_exact(d.max(1)));
    let rows = read.zip(dx.as_mut_slice().chunks_exact_mut(d.max(1)));
    for (((dy, x), dx), r) in rows.zip(rstd.as_slice()) {
        let dot: f32 = dy.iter().zip(x).zip(weight).map(|((dy, x), weight)| dy * x * weight).sum();
        let mean = r * r * r * dot / d as f32;
        for j in 0..d {
            dx[j] = r * dy[j] * weight[j] - mean * x[j];
            dweight[j] += dy[j] * x[j] * r;
        }
    }
}
