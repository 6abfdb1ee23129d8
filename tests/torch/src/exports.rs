//! An export for each form.

use tvm_ffi::prelude::*;

/// Every kind of input of 2.9.
#[tvm_ffi::export]
#[allow(clippy::too_many_arguments, reason = "each is of another kind")]
fn plain(
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] weight: Option<CpuView<'_, f32, 1>>,
    times: i64,
    #[out]
    #[shape(n, d)]
    mut y: CpuViewMut<'_, f32, 2>,
    #[out(zero)]
    #[shape(n + times)]
    mut sums: CpuViewMut<'_, f64, 1>,
    #[default(1e-6)] plus: f64,
    #[default(false)] negate: bool,
    #[default(None)] scale: Option<f64>,
) -> Result<()> {
    if times > 100 {
        bail!(KeyError, "times is {times}");
    }
    let d = x.dim(1).max(1);
    let sign = if negate { -1.0 } else { 1.0 } * scale.unwrap_or(1.0);
    for (index, (to, from)) in y.as_mut_slice().iter_mut().zip(x.as_slice()).enumerate() {
        let weight = weight.as_ref().map_or(1.0, |weight| weight.as_slice()[index % d]);
        *to = ((f64::from(from * weight) + plus) * sign) as f32;
        sums.as_mut_slice()[index / d] += f64::from(*to);
    }
    Ok(())
}

/// Two arguments that are changed in place.
#[tvm_ffi::export]
fn swap_(#[shape(s..)] mut x: CpuViewMutD<'_, f64>, #[shape(s..)] mut y: CpuViewMutD<'_, f64>) {
    x.as_mut_slice().swap_with_slice(y.as_mut_slice());
}

/// Two tensors that are returned, and an output.
#[tvm_ffi::export(returns((shape(n), dtype(float64)), (shape(0), dtype(int64))))]
fn returned(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[out]
    #[shape(s..)]
    mut y: CpuViewMutD<'_, f64>,
    #[shape(s..)] like: CpuViewD<'_, f64, Strided>,
) -> Result<(Tensor, Tensor)> {
    y.as_mut_slice().fill(like.iter().sum());
    Ok((Tensor::from_slice(x.as_slice(), &[x.dim(0) as i64])?, Tensor::from_slice::<i64>(&[], &[0])?))
}

/// Lists and texts.
#[tvm_ffi::export]
fn lists(
    xs: Vec<CpuView<'_, f32, 1>>,
    mut ys: Vec<CpuViewMut<'_, f64, 1>>,
    #[shape(h, w)] size: [i64; 2],
    values: Vec<f64>,
    mode: &str,
    #[out(zero)]
    #[shape(h, w)]
    mut z: CpuViewMut<'_, f64, 2>,
    #[default(None)] note: Option<Str>,
) -> Result<()> {
    tvm_ffi::ensure!(mode == "sum", ValueError, "mode is `{mode}`");
    let sum: f32 = xs.iter().flat_map(|x| x.as_slice()).sum();
    for y in &mut ys {
        y.as_mut_slice().fill(f64::from(sum));
    }
    let more = values.iter().sum::<f64>() + note.map_or(0.0, |note| note.len() as f64);
    z.as_mut_slice().fill(more + size[0] as f64);
    Ok(())
}

/// Memory of a GPU, which nothing reads.
#[tvm_ffi::export]
fn on_gpu(
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    y: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    tvm_ffi::ensure!(x.stream().as_raw().addr() == 0x5000, "the stream is {:?}", x.stream());
    tvm_ffi::ensure!(y.dim(0) == x.dim(0), "the output is of another length");
    Ok(())
}

/// A dtype that a call chooses, and no tensor that is always there.
#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn either<T: Element + Copy>(
    #[shape(n)] x: Option<CpuView<'_, T, 1>>,
    #[shape(n)] y: Option<CpuView<'_, T, 1>>,
    #[out]
    #[shape(n)]
    mut z: CpuViewMut<'_, T, 1>,
) {
    if let Some(from) = x.as_ref().or(y.as_ref()) {
        z.as_mut_slice().copy_from_slice(from.as_slice());
    }
}

/// Numbers only.
#[tvm_ffi::export]
fn range(
    n: i64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, i64, 1>,
) {
    for (index, to) in y.as_mut_slice().iter_mut().enumerate() {
        *to = index as i64 * n;
    }
}

/// Panics.
#[tvm_ffi::export]
fn panics(#[shape(n)] x: CpuView<'_, f32, 1>) {
    panic!("of {} elements", x.dim(0));
}

/// Defaults, as a schema has them.
#[tvm_ffi::export(name = "math.defaults")]
#[allow(clippy::too_many_arguments, reason = "each has another default")]
fn defaults(
    #[shape(_)] x: CpuView<'_, f32, 1>,
    #[default(1e-7)] tiny: f64,
    #[default(12345678901234567890.0)] huge: f64,
    #[default(2.0)] two: f64,
    #[default(-3)] minus: i64,
    #[default("a \"b\"")] text: &str,
    #[default(true)] flag: bool,
    #[default(None)] nothing: Option<i64>,
) {
    let _ = (x, tiny, huge, two, minus, text, flag, nothing);
}

/// The name is a word of Python.
#[allow(deprecated, reason = "the name is a word of Python")]
#[tvm_ffi::export(name = "import")]
fn import_(#[shape(_)] x: CpuView<'_, f32, 1>) {
    let _ = x;
}

/// A function with a backward.
#[tvm_ffi::export]
fn scale(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[shape(n)] by: CpuView<'_, f64, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    for (to, (x, by)) in y.as_mut_slice().iter_mut().zip(x.as_slice().iter().zip(by.as_slice())) {
        *to = x * by;
    }
}

/// A backward, of which one gradient may be left out.
#[tvm_ffi::export(backward_of = scale)]
fn scale_bwd(
    #[grad(y)]
    #[shape(n)]
    dy: CpuView<'_, f64, 1>,
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[shape(n)] by: CpuView<'_, f64, 1>,
    #[grad(x)]
    #[out]
    #[shape(n)]
    mut dx: CpuViewMut<'_, f64, 1>,
    #[grad(by)]
    #[out(zero)]
    #[shape(n)]
    mut dby: Option<CpuViewMut<'_, f64, 1>>,
) {
    for (index, dy) in dy.as_slice().iter().enumerate() {
        dx.as_mut_slice()[index] = dy * by.as_slice()[index];
        if let Some(dby) = &mut dby {
            dby.as_mut_slice()[index] += dy * x.as_slice()[index];
        }
    }
}
