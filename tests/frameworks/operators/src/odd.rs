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

const EPS: f64 = 1e-6;
const COUNT: i64 = -3;
const ON: bool = true;
const MODE: &str = "a constant";
const NONE: Option<f64> = None;
const SOME: Option<i64> = Some(2);
const SIZES: [i64; 2] = [3, 4];

/// The next number, which is another in each call.
fn next() -> i64 {
    static LAST: core::sync::atomic::AtomicI64 = core::sync::atomic::AtomicI64::new(0);
    LAST.fetch_add(1, core::sync::atomic::Ordering::Relaxed)
}

/// Defaults that are constants of each type.
#[allow(clippy::too_many_arguments, reason = "one for each default")]
#[tvm_ffi::export]
fn constants(
    #[shape(n)] x: CpuView<'_, f64, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f64, 1>,
    #[default(EPS)] eps: f64,
    #[default(COUNT)] count: i64,
    #[default(ON)] on: bool,
    #[default(MODE)] mode: &str,
    #[default(NONE)] none: Option<f64>,
    #[default(SOME)] some: Option<i64>,
    #[default(f64::INFINITY)] infinity: f64,
    #[default(-f64::INFINITY)] negative: f64,
    #[default(f64::NAN)] nan: f64,
    #[default(1_i64 << 40)] shifted: i64,
    #[default(SIZES)] sizes: [i64; 2],
) {
    let is_right = eps == 1e-6
        && count == -3
        && on
        && mode == "a constant"
        && none.is_none()
        && some == Some(2)
        && infinity == f64::INFINITY
        && negative == f64::NEG_INFINITY
        && nan.is_nan()
        && shifted == 1 << 40
        && sizes == [3, 4];
    plus_number(&x, if is_right { 1.0 } else { -1.0 }, &mut y);
}

#[tvm_ffi::export(backward_of = constants)]
fn constants_bwd(
    #[grad(y)]
    #[shape(n)]
    dy: CpuView<'_, f64, 1>,
    eps: f64,
    #[grad(x)]
    #[out]
    #[shape(n)]
    mut dx: CpuViewMut<'_, f64, 1>,
) {
    plus_number(&dy, eps, &mut dx);
}

/// Exports that add a number, of which a name is odd.
macro_rules! plus {
    ($($(#[$attribute:meta])* fn $name:ident($plus:ident);)*) => {$(
        $(#[$attribute])*
        fn $name(
            #[shape(n)] x: CpuView<'_, f64, 1>,
            $plus: f64,
            #[out]
            #[shape(n)]
            mut y: CpuViewMut<'_, f64, 1>,
        ) {
            plus_number(&x, $plus, &mut y);
        }
    )*};
}

plus! {
    /// A scalar with the name of the keyword for outputs.
    #[tvm_ffi::export]
    fn plus_out(out);

    /// A parameter with a name that is not ASCII.
    #[tvm_ffi::export]
    fn plus_wide(é);

    /// A parameter with the name of a word of Python.
    #[tvm_ffi::export]
    fn plus_lambda(lambda);

    /// A parameter with a name that the package uses itself.
    #[tvm_ffi::export]
    fn plus_bare(__bare);

    /// A word of Python.
    #[allow(deprecated)]
    #[tvm_ffi::export(name = "class")]
    fn called_class(plus);

    /// A name that every namespace of PyTorch has.
    #[tvm_ffi::export(name = "name")]
    fn called_name(plus);

    /// A name that every namespace of PyTorch has with `_`.
    #[tvm_ffi::export(name = "dir")]
    fn called_dir(plus);

    /// A name that the functions of a library have for another purpose.
    #[tvm_ffi::export(name = "left_out")]
    fn called_left_out(plus);
}

/// Exports that add a number, of which the default is odd.
macro_rules! defaulted {
    ($($(#[$doc:meta])* fn $name:ident($default:expr, $number:ty);)*) => {$(
        $(#[$doc])*
        #[tvm_ffi::export]
        fn $name(
            #[shape(n)] x: CpuView<'_, f64, 1>,
            #[out]
            #[shape(n)]
            mut y: CpuViewMut<'_, f64, 1>,
            #[default($default)] plus: $number,
        ) {
            plus_number(&x, plus as f64, &mut y);
        }
    )*};
}

defaulted! {
    /// A default that no integer of PyTorch can be.
    fn largest(u64::MAX, u64);
    /// The least integer that PyTorch has.
    fn least(i64::MIN, i64);
    /// A default that PyTorch has no integer for.
    fn wide(1_u128 << 100, u128);
    /// A default that is evaluated in each call.
    fn numbered(next(), i64);
}

fn plus_number(x: &CpuView<'_, f64, 1>, plus: f64, y: &mut CpuViewMut<'_, f64, 1>) {
    for (x, y) in x.as_slice().iter().zip(y.as_mut_slice()) {
        *y = x + plus;
    }
}
