//! Exports with names and defaults that PyTorch has no place for, or a place of its own.

use tvm_ffi::prelude::*;

/// `x` and what is in the list, which may be left out.
#[tvm_ffi::export]
fn sum_all(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[out]
    #[shape(n)]
    mut z: CpuViewMut<'_, f64, 1>,
    #[default(Vec::new())] ys: Vec<CpuView<'_, f64, 1>>,
) {
    z.as_mut_slice().copy_from_slice(x.as_slice());
    for y in &ys {
        for (to, from) in z.as_mut_slice().iter_mut().zip(y.as_slice()) {
            *to += from;
        }
    }
}

/// A default that no integer of PyTorch can be.
#[tvm_ffi::export]
fn largest(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
    #[default(u64::MAX)] plus: u64,
) {
    plus_number(&x, plus as f64, &mut y);
}

/// The least integer that PyTorch has.
#[tvm_ffi::export]
fn least(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
    #[default(i64::MIN)] plus: i64,
) {
    plus_number(&x, plus as f64, &mut y);
}

/// A text with a NUL, and texts with other characters that are written in another way.
#[tvm_ffi::export]
fn texts(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
    #[default("a\0b")] nul: &str,
    #[default("\"\\\n\t\u{1}\u{7f}'")] escaped: &str,
    #[default("\u{e9}\u{1f980}")] wide: &str,
) -> Result<()> {
    tvm_ffi::ensure!(nul == "a\0b", ValueError, "it is {nul:?}");
    tvm_ffi::ensure!(escaped == "\"\\\n\t\u{1}\u{7f}'", ValueError, "it is {escaped:?}");
    tvm_ffi::ensure!(wide == "\u{e9}\u{1f980}", ValueError, "it is {wide:?}");
    plus_number(&x, (nul.len() + escaped.len() + wide.len()) as f64, &mut y);
    Ok(())
}

/// A scalar with the name of the keyword for outputs.
#[tvm_ffi::export]
fn plus_out(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    out: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, out, &mut y);
}

/// A parameter with a name that is not ASCII.
#[tvm_ffi::export]
fn plus_wide(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    é: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, é, &mut y);
}

/// A parameter with the name of a word of Python.
#[tvm_ffi::export]
fn plus_lambda(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    lambda: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, lambda, &mut y);
}

/// A parameter with a name that the package uses itself.
#[tvm_ffi::export]
fn plus_bare(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    __bare: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, __bare, &mut y);
}

/// A word of Python.
#[allow(deprecated)]
#[tvm_ffi::export(name = "class")]
fn called_class(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    plus: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, plus, &mut y);
}

/// A name that every namespace of PyTorch has.
#[tvm_ffi::export(name = "name")]
fn called_name(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    plus: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, plus, &mut y);
}

/// A name that every namespace of PyTorch has with `_`.
#[tvm_ffi::export(name = "dir")]
fn called_dir(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    plus: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, plus, &mut y);
}

/// A name that the functions of a library have for another purpose.
#[tvm_ffi::export(name = "left_out")]
fn called_left_out(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    plus: f64,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&x, plus, &mut y);
}

fn plus_number(x: &CpuView<'_, f64, 1>, plus: f64, y: &mut CpuViewMut<'_, f64, 1>) {
    for (x, y) in x.as_slice().iter().zip(y.as_mut_slice()) {
        *y = x + plus;
    }
}
