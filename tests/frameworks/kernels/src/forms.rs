//! One export for each form of arguments and results.

use tvm_ffi::prelude::*;

/// One tensor in, one out.
#[tvm_ffi::export]
fn silu(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f32, 1>,
) {
    for (to, from) in y.as_mut_slice().iter_mut().zip(x.as_slice()) {
        *to = from / (1.0 + (-from).exp());
    }
}

/// Any number of dimensions, and any strides.
#[tvm_ffi::export]
fn add_any(
    #[shape(s..)] x: CpuViewD<'_, f64, Strided>,
    #[shape(s..)] y: CpuViewD<'_, f64, Strided>,
    #[out]
    #[shape(s..)]
    mut z: CpuViewMutD<'_, f64>,
) {
    for (to, (x, y)) in z.as_mut_slice().iter_mut().zip(x.iter().zip(y.iter())) {
        *to = x + y;
    }
}

/// Scalars of each type, with defaults.
#[tvm_ffi::export]
fn scalars(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    times: i64,
    #[out]
    #[shape(n * times)]
    mut y: CpuViewMut<'_, f64, 1>,
    #[default(1e-6)] plus: f64,
    #[default(false)] negate: bool,
    #[default("add")] mode: &str,
) -> Result<()> {
    // The contract reads it.
    let _ = times;
    if mode != "add" && mode != "max" {
        bail!(ValueError, "mode is `{mode}`, expected `add` or `max`");
    }
    let x = x.as_slice();
    for (index, to) in y.as_mut_slice().iter_mut().enumerate() {
        let from = x[index % x.len()];
        let value = if mode == "add" { from + plus } else { from.max(plus) };
        *to = if negate { -value } else { value };
    }
    Ok(())
}

/// An extent that is given as a number.
#[tvm_ffi::export]
fn first(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    count: i64,
    #[out]
    #[shape(count)]
    mut y: CpuViewMut<'_, f32, 1>,
) -> Result<()> {
    let Some(x) = x.as_slice().get(..y.dim(0)) else {
        bail!(ValueError, "there are {} elements, and {count} are asked for", x.dim(0));
    };
    y.as_mut_slice().copy_from_slice(x);
    Ok(())
}

/// A tensor that may be missing.
#[tvm_ffi::export]
fn add_bias(
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] bias: Option<CpuView<'_, f32, 1>>,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, f32, 2>,
    #[default(None)] scale: Option<f64>,
    #[default(None)] shift: Option<i64>,
) {
    let d = x.dim(1).max(1);
    for (index, (to, from)) in y.as_mut_slice().iter_mut().zip(x.as_slice()).enumerate() {
        let bias = bias.as_ref().map_or(0.0, |bias| bias.as_slice()[index % d]);
        *to = (from + bias) * scale.unwrap_or(1.0) as f32 + shift.unwrap_or(0) as f32;
    }
}

/// Changes an argument in place.
#[tvm_ffi::export]
fn silu_mul_(#[shape(s..)] mut x: CpuViewMutD<'_, f32>, #[shape(s..)] gate: CpuViewD<'_, f32>) {
    for (x, gate) in x.as_mut_slice().iter_mut().zip(gate.as_slice()) {
        *x = *x / (1.0 + (-*x).exp()) * gate;
    }
}

/// Sums into an output that begins with zeroes.
#[tvm_ffi::export]
fn column_sums(
    #[shape(n, d)] x: CpuView<'_, f64, 2>,
    #[out(zero)]
    #[shape(d)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    let d = x.dim(1).max(1);
    for (index, from) in x.as_slice().iter().enumerate() {
        y.as_mut_slice()[index % d] += from;
    }
}

/// A tensor that the function makes and returns.
#[tvm_ffi::export(returns(shape(n, 2), dtype(float32)))]
fn twice(#[shape(n)] x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    let values: Vec<f32> = x.as_slice().iter().flat_map(|x| [*x, 2.0 * x]).collect();
    Tensor::from_slice(&values, &[x.dim(0) as i64, 2])
}

/// Tensors that the function makes and returns.
#[tvm_ffi::export(returns((shape(n), dtype(float64)), (shape(), dtype(int64))))]
fn split(#[shape(n)] x: CpuView<'_, f64, 1>) -> Result<(Tensor, Tensor)> {
    Ok((Tensor::from_slice(x.as_slice(), &[x.dim(0) as i64])?, Tensor::from_slice(&[x.dim(0) as i64], &[])?))
}

/// A list of tensors.
#[tvm_ffi::export]
fn sum_list(
    xs: Vec<CpuView<'_, f32, 1>>,
    #[shape(n)] like: CpuView<'_, f32, 1>,
    #[out(zero)]
    #[shape(n)]
    mut y: CpuViewMut<'_, f32, 1>,
) {
    for x in xs.iter().chain([&like]) {
        for (to, from) in y.as_mut_slice().iter_mut().zip(x.as_slice()) {
            *to += from;
        }
    }
}

/// A list of tensors that are changed in place.
#[tvm_ffi::export]
fn step_(mut parameters: Vec<CpuViewMut<'_, f64, 1>>, gradients: Vec<CpuView<'_, f64, 1>>, rate: f64) {
    for (parameter, gradient) in parameters.iter_mut().zip(&gradients) {
        for (to, from) in parameter.as_mut_slice().iter_mut().zip(gradient.as_slice()) {
            *to -= rate * from;
        }
    }
}

/// Sequences of numbers, of which one is a shape.
#[tvm_ffi::export]
fn filled(
    #[shape(h, w)] size: [i64; 2],
    values: Vec<f64>,
    #[shape(_)] like: CpuView<'_, f64, 1>,
    #[out]
    #[shape(h, w)]
    mut y: CpuViewMut<'_, f64, 2>,
) {
    let start = like.as_slice().first().copied().unwrap_or(0.0);
    for (index, to) in y.as_mut_slice().iter_mut().enumerate() {
        *to = start + values.get(index % values.len().max(1)).copied().unwrap_or(0.0);
    }
    let _ = size;
}

/// No tensor among the arguments.
#[tvm_ffi::export]
fn count_up(
    n: i64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, i64, 1>,
) {
    debug_assert_eq!(n, y.dim(0) as i64);
    for (index, to) in y.as_mut_slice().iter_mut().enumerate() {
        *to = index as i64;
    }
}

/// Half of an extent.
#[tvm_ffi::export]
fn halves(
    #[shape(h)] like: CpuView<'_, f32, 1>,
    #[shape(2 * h)] x: CpuView<'_, f32, 1>,
    #[out]
    #[shape(h / 2 + 1)]
    mut y: CpuViewMut<'_, f32, 1>,
) {
    y.as_mut_slice().fill(x.as_slice().iter().chain(like.as_slice()).sum());
}

/// Panics.
#[tvm_ffi::export]
fn panics(#[shape(n)] x: CpuView<'_, f32, 1>) {
    panic!("with {} elements", x.dim(0));
}

/// The sum of two tensors of a dtype that the call chooses, with a name of two parts.
#[tvm_ffi::export(name = "math.add", dispatch(T = [f32, f64, i64]))]
fn math_add<T: Element + Copy + core::ops::Add<Output = T>>(
    #[shape(n)] x: CpuView<'_, T, 1>,
    #[shape(n)] y: CpuView<'_, T, 1>,
    #[out]
    #[shape(n)]
    mut z: CpuViewMut<'_, T, 1>,
) {
    for (to, (x, y)) in z.as_mut_slice().iter_mut().zip(x.as_slice().iter().zip(y.as_slice())) {
        *to = *x + *y;
    }
}
