//! A forward with an optional input, all of whose gradients are optional.

use tvm_ffi::prelude::*;

/// `x @ w + bias`.
#[tvm_ffi::export]
fn linear(
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[shape(d, m)] w: CpuView<'_, f64, 2>,
    #[out]
    #[shape(n, m)]
    mut y: CpuViewMut<'_, f64, 2>,
    #[shape(m)]
    #[default(None)]
    bias: Option<CpuView<'_, f64, 1>>,
) {
    let ([n, d], m) = (x.dims(), w.dim(1));
    for i in 0..n {
        for j in 0..m {
            let sum = (0..d).map(|k| x[[i, k]] * w[[k, j]]).sum::<f64>();
            y[[i, j]] = sum + bias.as_ref().map_or(0.0, |bias| bias[[j]]);
        }
    }
}

#[tvm_ffi::export(backward_of = linear)]
fn linear_bwd(
    #[grad(y)]
    #[shape(n, m)]
    dy: CpuView<'_, f64, 2>,
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[shape(d, m)] w: CpuView<'_, f64, 2>,
    #[grad(x)]
    #[out(zero)]
    #[shape(n, d)]
    mut dx: Option<CpuViewMut<'_, f64, 2>>,
    #[grad(w)]
    #[out(zero)]
    #[shape(d, m)]
    mut dw: Option<CpuViewMut<'_, f64, 2>>,
    #[grad(bias)]
    #[out(zero)]
    #[shape(m)]
    mut dbias: Option<CpuViewMut<'_, f64, 1>>,
) {
    let ([n, d], m) = (x.dims(), w.dim(1));
    for (i, j) in (0..n).flat_map(|i| (0..m).map(move |j| (i, j))) {
        let g = dy[[i, j]];
        if let Some(dbias) = &mut dbias {
            dbias[[j]] += g;
        }
        for k in 0..d {
            if let Some(dx) = &mut dx {
                dx[[i, k]] += g * w[[k, j]];
            }
            if let Some(dw) = &mut dw {
                dw[[k, j]] += g * x[[i, k]];
            }
        }
    }
}
