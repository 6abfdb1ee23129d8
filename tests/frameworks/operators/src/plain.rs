//! Exports without a backward, and those that cannot be operators.

use crate::elementwise::sigmoid;
use tvm_ffi::Complex;
use tvm_ffi::prelude::*;

/// `silu(x) * gate`, in `x`.
#[tvm_ffi::export]
fn silu_mul_(#[shape(s..)] mut x: CpuViewMutD<'_, f64>, #[shape(s..)] gate: CpuViewD<'_, f64>) {
    for (x, gate) in x.as_mut_slice().iter_mut().zip(gate.as_slice()) {
        *x *= sigmoid(*x) * gate;
    }
}

/// The first `k` rows.
#[tvm_ffi::export]
fn head(
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    k: usize,
    #[out]
    #[shape(k, d)]
    mut y: CpuViewMut<'_, f64, 2>,
) -> Result<()> {
    tvm_ffi::ensure!(k <= x.dim(0), ValueError, "there are {} rows, and k is {k}", x.dim(0));
    for i in 0..k {
        for j in 0..x.dim(1) {
            y[[i, j]] = x[[i, j]];
        }
    }
    Ok(())
}

/// Where the maximum of each row is.
#[tvm_ffi::export]
fn argmax(
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[out]
    #[shape(n)]
    mut at: CpuViewMut<'_, i64, 1>,
) {
    for i in 0..x.dim(0) {
        at[[i]] = (0..x.dim(1)).max_by(|&a, &b| x[[i, a]].total_cmp(&x[[i, b]])).unwrap_or(0) as i64;
    }
}

/// One step of gradient descent.
#[tvm_ffi::export]
fn sgd_(mut params: Vec<CpuViewMutD<'_, f64>>, grads: Vec<CpuViewD<'_, f64>>, #[default(0.1)] lr: f64) {
    for (param, grad) in params.iter_mut().zip(&grads) {
        for (param, grad) in param.as_mut_slice().iter_mut().zip(grad.as_slice()) {
            *param -= lr * grad;
        }
    }
}

/// An output whose shape only the caller knows.
#[tvm_ffi::export]
fn fill(
    x: CpuView<'_, f64, 0>,
    #[out]
    #[shape(_, _)]
    mut y: CpuViewMut<'_, f64, 2>,
) {
    y.as_mut_slice().fill(x[[]]);
}

/// Doubles, in any layout.
#[tvm_ffi::export]
fn double(
    #[shape(n, m)] x: CpuView<'_, f64, 2, Strided>,
    #[out]
    #[shape(n, m)]
    mut y: CpuViewMut<'_, f64, 2>,
) {
    for i in 0..x.dim(0) {
        for j in 0..x.dim(1) {
            y[[i, j]] = 2.0 * x[[i, j]];
        }
    }
}

/// Scales by a factor, or by what `mode` says.
#[tvm_ffi::export]
fn scale(
    #[shape(s..)] x: CpuViewD<'_, f64>,
    #[out]
    #[shape(s..)]
    mut y: CpuViewMutD<'_, f64>,
    #[default("once")] mode: &str,
    #[default(2)] by: i64,
    #[default(true)] on: bool,
) -> Result<()> {
    let by = if on { by as f64 } else { 1.0 };
    let by = match mode {
        "once" => by,
        "twice" => by * by,
        _ => tvm_ffi::bail!(ValueError, "no mode `{mode}`"),
    };
    for (x, y) in x.as_slice().iter().zip(y.as_mut_slice()) {
        *y = x * by;
    }
    Ok(())
}

/// The running sum of a vector.
#[tvm_ffi::export(returns(shape(n), dtype(f64)))]
fn cumsum(#[shape(n)] x: CpuView<'_, f64, 1>) -> Result<Tensor> {
    let mut sum = 0.0;
    let sums = x
        .iter()
        .map(|x| {
            sum += x;
            sum
        })
        .collect();
    Tensor::from_vec(sums, x.shape())
}

/// The positive elements.
#[tvm_ffi::export(returns(shape(_), dtype(f64)))]
fn positives(#[shape(n)] x: CpuView<'_, f64, 1>) -> Result<Tensor> {
    let found: Vec<f64> = x.iter().copied().filter(|x| *x > 0.0).collect();
    let n = found.len() as i64;
    Tensor::from_vec(found, &[n])
}

/// The sum.
#[tvm_ffi::export]
fn sum(x: CpuViewD<'_, f64>) -> f64 {
    x.as_slice().iter().sum()
}

/// The values, in any layout.
#[tvm_ffi::export]
fn copied(
    #[shape(n)] x: CpuView<'_, Complex<f64>, 1, Strided>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, Complex<f64>, 1>,
) {
    for (x, y) in x.iter().zip(y.as_mut_slice()) {
        *y = *x;
    }
}

/// Takes its time.
#[tvm_ffi::export]
fn slow(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    seconds: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    y.as_mut_slice().copy_from_slice(x.as_slice());
}

/// The number of arguments.
#[tvm_ffi::export]
fn count(args: &[AnyView<'_>]) -> usize {
    args.len()
}

/// Ones of a shape.
#[tvm_ffi::export]
fn ones_like(
    #[shape(..)] x: CpuViewD<'_, f64>,
    #[shape(h, w)] size: [i64; 2],
    #[out]
    #[shape(h, w)]
    mut y: CpuViewMut<'_, f64, 2>,
) {
    let _ = (x, size);
    y.as_mut_slice().fill(1.0);
}

/// A scaled vector.
///
/// The factor is a number.
#[tvm_ffi::export]
fn documented(
    /// What is scaled.
    #[shape(n)]
    x: CpuView<'_, f64, 1>,
    /// What has the result,
    /// which may be given.
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
    /// The factor.
    #[default(2.0)]
    by: f64,
) {
    for (x, y) in x.as_slice().iter().zip(y.as_mut_slice()) {
        *y = x * by;
    }
}
