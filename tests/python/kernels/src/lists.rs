//! Lists of mutable views, as optimisers use them, and containers that a callback changes.

use std::collections::BTreeMap;

use tvm_ffi::{CpuView, CpuViewMut, CpuViewMutD, Function, Result, Strided, ensure};

/// A step of gradient descent on every parameter.
#[tvm_ffi::export]
fn sgd(
    mut params: Vec<CpuViewMut<'_, f32, 1>>,
    grads: Vec<CpuView<'_, f32, 1>>,
    #[default(0.5)] rate: f32,
) -> Result<()> {
    ensure!(
        params.len() == grads.len(),
        ValueError,
        "{} parameters and {} gradients",
        params.len(),
        grads.len()
    );
    for (param, grad) in params.iter_mut().zip(&grads) {
        ensure!(param.shape() == grad.shape(), ValueError, "a gradient has another shape");
        for (value, change) in param.as_mut_slice().iter_mut().zip(grad.as_slice()) {
            *value -= rate * change;
        }
    }
    Ok(())
}

/// Doubles tensors of any strides.
#[tvm_ffi::export]
fn double_each(#[align(8)] mut xs: Vec<CpuViewMut<'_, f64, 2, Strided>>) -> usize {
    for x in &mut xs {
        x.iter_mut().for_each(|value| *value *= 2.0);
    }
    xs.len()
}

/// Doubles tensors of any rank, if there are some.
#[tvm_ffi::export]
fn double_if_any(#[default(None)] xs: Option<Vec<CpuViewMutD<'_, f64, Strided>>>) -> Option<usize> {
    let mut xs = xs?;
    for x in &mut xs {
        x.iter_mut().for_each(|value| *value *= 2.0);
    }
    Some(xs.len())
}

/// The texts of containers after a call that may change those.
#[tvm_ffi::export]
fn texts_after(
    texts: Vec<&str>,
    nested: Vec<Vec<&str>>,
    entries: BTreeMap<&str, &[u8]>,
    change: Function,
) -> Result<Vec<String>> {
    change.call(())?;
    let nested = nested.iter().flatten().copied();
    let entries =
        entries.iter().flat_map(|(key, value)| [*key, std::str::from_utf8(value).unwrap_or_default()]);
    Ok(texts.iter().copied().chain(nested).chain(entries).map(str::to_owned).collect())
}
