//! Contracts in signatures, and dispatch by dtype. The body of what is only described, or refused, is empty.

use half::{bf16, f16};
use tvm_ffi::{
    CpuCells, CpuView, CpuViewD, CpuViewMut, CpuViewMutD, Element, Result, Strided, TensorView, ensure,
};

const HEADS: i64 = 4;

/// Root-mean-square normalisation of each row.
#[tvm_ffi::export]
fn rms_norm(
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] weight: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n, d)]
    out: CpuViewMut<'_, f32, 2>,
    #[default(1e-6)] eps: f32,
) {
    let _ = (x, weight, out, eps);
}

/// Copies a vector between `k` zeros on each side.
#[tvm_ffi::export]
fn pad(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    k: usize,
    #[out]
    #[shape(n + 2 * k)]
    out: CpuViewMut<'_, f64, 1>,
) {
    let _ = (x, k, out);
}

/// A matrix product with an optional bias.
#[tvm_ffi::export]
fn linear(
    #[shape(m, k)] x: CpuView<'_, f64, 2, Strided>,
    #[shape(k, n)] weight: CpuView<'_, f64, 2, Strided>,
    #[out]
    #[shape(m, n)]
    out: CpuViewMut<'_, f64, 2, Strided>,
    #[shape(n)]
    #[default(None)]
    bias: Option<CpuView<'_, f64, 1>>,
) {
    let _ = (x, weight, out, bias);
}

/// The sums along the last dimension.
#[tvm_ffi::export]
fn row_sums(
    #[shape(s.., d)] x: CpuViewD<'_, f64>,
    #[out]
    #[shape(s..)]
    mut out: CpuViewMutD<'_, f64>,
) {
    let extent = x.shape().last().map_or(1, |extent| *extent as usize);
    for (row, sum) in x.as_slice().chunks(extent.max(1)).zip(out.as_mut_slice()) {
        *sum = row.iter().sum();
    }
}

/// Concatenates vectors.
#[tvm_ffi::export]
fn join_vectors(
    #[dtype(f64)]
    #[device(cpu)]
    parts: Vec<TensorView<'_>>,
    mut out: CpuViewMut<'_, f64, 1>,
) -> Result<()> {
    let mut rest = out.as_mut_slice();
    for part in parts {
        let part: CpuView<'_, f64, 1> = part.try_cpu()?;
        ensure!(part.dim(0) <= rest.len(), ValueError, "the parts do not fit");
        let (place, after) = rest.split_at_mut(part.dim(0));
        place.copy_from_slice(part.as_slice());
        rest = after;
    }
    Ok(())
}

/// The inner product of a pair.
#[tvm_ffi::export]
fn dot(pair: (CpuView<'_, f64, 1>, CpuView<'_, f64, 1, Strided>)) -> Result<f64> {
    let (x, y) = pair;
    ensure!(x.dim(0) == y.dim(0), ValueError, "expected vectors of one length");
    Ok(x.as_slice().iter().zip(y.iter()).map(|(x, y)| x * y).sum())
}

/// The sum of blocks of a matrix whose rows are a given number of elements apart.
#[tvm_ffi::export]
fn blocks(
    #[shape(n, d % 4)]
    #[strides(ld, 1)]
    #[align(8)]
    x: CpuView<'_, f64, 2, Strided>,
    ld: i64,
) -> Vec<f64> {
    let _ = (x, ld);
    Vec::new()
}

/// The sum of a vector of one of three types, and the type.
#[tvm_ffi::export(dispatch(T = [f32, f64, i32]))]
fn sum_of<T: Element + Into<f64>>(x: CpuView<'_, T, 1>) -> (String, f64) {
    (T::DTYPE.to_string(), x.as_slice().iter().map(|value| (*value).into()).sum())
}

/// Copies rows by index.
#[tvm_ffi::export(dispatch(T = [f32, f64, bf16], I = [i32, i64]))]
fn gather<T: Element, I: Element + TryInto<usize>>(
    #[shape(n, d)] table: CpuView<'_, T, 2>,
    #[shape(k)] rows: CpuView<'_, I, 1>,
    #[out]
    #[shape(k, d)]
    mut out: CpuViewMut<'_, T, 2>,
) -> Result<()> {
    for (out, row) in out.rows_mut().zip(rows.as_slice()) {
        let row = (*row).try_into().unwrap_or(usize::MAX);
        ensure!(row < table.dim(0), IndexError, "row {row} of {}", table.dim(0));
        out.copy_from_slice(table.row(row));
    }
    Ok(())
}

/// Every attribute of a contract.
#[allow(clippy::too_many_arguments, reason = "it declares everything")]
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn declares<T: Element>(
    #[shape(n, d % 4)]
    #[align(16)]
    x: CpuView<'_, T, 2>,
    #[shape(n, 2 * d, { HEADS }, 3, _)] y: CpuView<'_, i64, 5>,
    #[shape(s.., d)]
    #[strides(.., 1)]
    z: CpuViewD<'_, f16, Strided>,
    #[dtype(f32, bf16)]
    #[device(cpu, cuda)]
    any: TensorView<'_>,
    #[shape(d / 2)] bias: Option<CpuView<'_, T, 1>>,
    #[dtype(f32)] list: Vec<TensorView<'_>>,
    #[out]
    #[shape(n, d)]
    out: CpuViewMut<'_, T, 2>,
    #[out(zero)]
    #[shape(n, ..)]
    sums: CpuViewMutD<'_, f32>,
    cells: CpuCells<'_, f32, 1>,
    #[alias(cells)] same: CpuCells<'_, f32, 1>,
    n: i64,
    #[default(0.5)] eps: f64,
) -> usize {
    let _ = (x, y, z, any, bias, list, out, sums, cells, same);
    n as usize + eps as usize
}

/// A size in pixels, and an image of that size.
#[tvm_ffi::export]
fn of_size(#[shape(h, w % 2)] size: (i64, i64), #[shape(h, w, 3)] image: CpuView<'_, u8, 3>) -> usize {
    let _ = size;
    image.as_slice().len()
}
