//! Every attribute of a contract, on every kind of parameter that may have it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::prelude::*;

const HEADS: usize = 4;
const TILE: i8 = 2;

#[tvm_ffi::export]
fn contract_entries(
    #[shape(n, d % 2, 3, {HEADS}, _, 2 * n)] x: CpuView<'_, f32, 6>,
    #[shape(d, n + d - 1, n / 2, -n + 2 * d, (d % 3) + 1, { 2 * HEADS })] y: CpuView<'_, f32, 6>,
) -> i64 {
    x.shape()[0] + y.shape()[0]
}

#[tvm_ffi::export]
fn contract_multiples(
    #[shape(n % 4, n % 2, m % {TILE}, m)] x: CpuView<'_, f32, 4>,
    #[shape(n % {TILE}, _, n, m)] y: CpuView<'_, f32, 4>,
) {
    let _ = (x, y);
}

#[tvm_ffi::export]
fn contract_rests(
    #[shape(n, s.., m)] x: CpuViewD<'_, f32>,
    #[shape(s.., 2 * n)] y: CpuViewD<'_, f32>,
    #[shape(m, ..)] z: TensorView<'_>,
    #[shape(s..)] rest: Option<CpuViewD<'_, f32>>,
) -> usize {
    x.ndim() + y.ndim() + z.ndim() + rest.map_or(0, |rest| rest.ndim())
}

#[tvm_ffi::export]
fn contract_scalars(
    n: usize,
    #[shape(n, k)] x: CpuView<'_, f32, 2>,
    #[shape(n * k)] y: CpuView<'_, f32, 1>,
    k: u8,
    #[default(1)] step: i128,
    #[shape(step)]
    #[default(None)]
    steps: Option<CpuView<'_, f32, 1>>,
) -> usize {
    let _ = (x, y, steps);
    n + usize::from(k) + step as usize
}

#[tvm_ffi::export]
fn contract_scalar_tensor(#[shape()] x: CpuView<'_, f64, 0>) -> f64 {
    x[[]]
}

#[tvm_ffi::export]
fn contract_strides(
    #[shape(n, d)]
    #[strides(d, 1)]
    x: CpuView<'_, f32, 2, Strided>,
    #[strides(ld % 2, _)] y: CpuView<'_, f32, 2, Strided>,
    #[strides(ld, -1 + 2)] z: Option<CpuView<'_, f32, 2, Strided>>,
    #[strides(.., 1)] rows: CpuViewD<'_, f32, Strided>,
    #[strides(_, {1})] any: TensorView<'_>,
) -> usize {
    x.numel() + y.numel() + z.map_or(0, |z| z.numel()) + rows.numel() + any.numel()
}

#[tvm_ffi::export]
fn contract_metadata(
    #[dtype(f32, float16, bool)]
    #[device(cpu, cuda)]
    #[align(4)]
    x: TensorView<'_>,
    #[align({ 2 * HEADS })] y: Option<CpuView<'_, f32, 1>>,
    #[dtype(f32)]
    #[device(cpu)]
    #[align(4)]
    #[strides(1)]
    all: Vec<TensorView<'_>>,
) -> usize {
    x.ndim() + y.map_or(0, |y| y.numel()) + all.len()
}

#[tvm_ffi::export]
fn contract_out(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CpuViewMut<'_, f32, 1>,
    #[out(zero)]
    #[shape(1)]
    mut total: Option<CpuViewMut<'_, f32, 1>>,
) {
    for (x, y) in x.iter().zip(y.iter_mut()) {
        *y = 2.0 * x;
        if let Some(total) = &mut total {
            total[[0]] += x;
        }
    }
}

#[tvm_ffi::export]
fn contract_alias(
    #[shape(n)] x: CpuCells<'_, f32, 1>,
    #[alias(x)]
    #[shape(n)]
    y: CpuCells<'_, f32, 1>,
) {
    for (x, y) in x.as_cells().iter().zip(y.as_cells()) {
        y.set(x.get() + 1.0);
    }
}

#[tvm_ffi::export]
fn contract_alias_on_device(
    x: CudaView<'_, f32, 1>,
    #[alias(x)] y: CudaViewMut<'_, f32, 1>,
    #[alias(x)] any: TensorView<'_>,
) {
    let _ = (x, y, any);
}

type Image<'a> = CpuView<'a, f32, 2>;
type ImageMut<'a, L> = CpuViewMut<'a, f32, 2, L>;
type Maybe<'a> = Option<Image<'a>>;
type Several<'a> = Vec<TensorView<'a>>;
type Extent = i32;
const RANK: usize = 2;

#[tvm_ffi::export]
fn contract_aliases(
    n: Extent,
    #[shape(n, m)] x: Image<'_>,
    #[shape(m, m + 1)] y: Option<Image<'_>>,
    #[shape(_, n)] z: Maybe<'_>,
    #[dtype(f32)]
    #[align(4)]
    all: Several<'_>,
    #[out]
    #[shape(k, _)]
    #[strides(_, 1)]
    out: ImageMut<'_, Strided>,
    #[shape(k, 2 * m)] by_constant: CpuView<'_, f32, RANK>,
) -> usize {
    let _ = (n, y, z, all, by_constant);
    x.numel() + out.numel()
}

/// Lifetimes, bounds, attributes, and a body that calls its own function.
#[tvm_ffi::export]
#[must_use = "the elements"]
#[inline(never)]
#[expect(clippy::needless_lifetimes, reason = "written out")]
#[cfg_attr(not(any()), cold, deprecated = "for the test")]
#[track_caller]
pub fn contract_recursive<'a, 'b>(
    #[shape(n)] x: CpuView<'a, f32, 1>,
    #[shape(n)]
    #[allow(unused_variables)]
    y: CpuView<'b, f32, 1>,
    mut depth: i64,
) -> (&'a [i64], u32)
where
    'b: 'a,
{
    if depth > 0 {
        depth -= 1;
        #[allow(deprecated)]
        return contract_recursive(x, y, depth);
    }
    (x.shape(), std::panic::Location::caller().line())
}

#[tvm_ffi::export]
#[cfg(any())]
fn contract_configured(#[shape(n)] x: Missing<'_>) -> Missing<'_> {
    x
}

#[tvm_ffi::export(name = "contracts.raw")]
fn r#match(#[shape(r#type)] r#in: CpuView<'_, f32, 1>, #[shape(r#type)] other: CpuView<'_, f32, 1>) {
    let _ = (r#in, other);
}

#[tvm_ffi::export]
fn contract(#[shape(N)] describe: CpuView<'_, f32, 1>, #[shape(N, _contract)] body: Image<'_>) {
    let _ = (describe, body);
}

#[tvm_ffi::export]
fn contract_closure(
    #[shape(n)] x: CpuView<'_, f32, 1>,
) -> Result<impl Fn(f32) -> f32 + Send + Sync + 'static> {
    let first = *x.as_slice().first().context("no element")?;
    Ok(move |by| first * by)
}

// Parameters that only the contract names are used anyway.
#[tvm_ffi::export]
fn contract_uses(#[shape(n, k)] x: CpuView<'_, f32, 2>, n: usize, k: u8) -> f32 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn contract_uses_in_strides(#[strides(ld, 1)] x: CpuView<'_, f32, 2, Strided>, ld: i64) -> usize {
    x.ndim()
}

#[tvm_ffi::export(returns(shape(rows, 2), dtype(f32)))]
fn contract_uses_in_result(#[default(2)] rows: usize) -> Tensor {
    tensor(&[2, 2])
}

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn contract_uses_in_instances<T: Element>(#[shape(n)] x: CpuView<'_, T, 1>, n: usize) -> usize {
    x.dim(0)
}

#[tvm_ffi::export]
fn contract_uses_alias(
    x: CpuCells<'_, f32, 1>,
    #[out]
    #[alias(x)]
    y: CpuCells<'_, f32, 1>,
) -> usize {
    y.ndim()
}

macro_rules! generated {
    ($name:ident, $symbol:ident, $entry:tt, $view:ty, [$($shape:tt)*]) => {
        #[tvm_ffi::export]
        fn $name(#[shape($symbol, $entry)] x: $view, #[shape($($shape)*)] y: $view) -> i64 {
            x.shape()[0] + y.shape()[1]
        }
    };
}

generated!(contract_generated, n, _, CpuView<'_, f32, 2>, [n, 2 * n]);

/// A fragment of a macro stays one expression.
macro_rules! fragments {
    ($name:ident, $number:literal, $value:expr, $symbol:ident, $block:block, $token:tt, $ty:ty, $align:literal, $dtype:ident) => {
        #[tvm_ffi::export]
        fn $name(
            #[shape($symbol, $number, $value * 2, $block, $token, $symbol % $number)]
            #[align($align)]
            x: $ty,
            #[dtype($dtype)]
            #[strides(.., $number)]
            y: TensorView<'_>,
        ) -> usize {
            x.numel() + y.numel()
        }
    };
}

fragments!(contract_fragments, 2, n + 1, n, { HEADS }, _, CpuView<'_, f32, 6>, 4, f32);

mod private {
    use super::*;

    #[tvm_ffi::export]
    pub(in crate::contracts) fn contract_in_module(#[shape(n, n)] x: Image<'_>) -> i64 {
        x.shape()[0]
    }
}

fn contract_in_function(x: Image<'_>) -> i64 {
    const LOCAL: i64 = 2;

    #[tvm_ffi::export]
    fn contract_nested(#[shape({ LOCAL }, _)] x: Image<'_>) -> i64 {
        x.shape()[1] + LOCAL
    }

    contract_nested(x)
}

fn tensor(shape: &[i64]) -> Tensor {
    let numel = usize::try_from(shape.iter().product::<i64>()).unwrap();
    Tensor::from_vec(vec![1.0f32; numel], shape).unwrap()
}

fn view<const N: usize>(tensor: &Tensor) -> CpuView<'_, f32, N> {
    tensor.view().try_cpu().unwrap()
}

/// The message of a call that violates its contract.
fn message<R>(call: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(call)).map(drop).expect_err("the contract is violated");
    payload.downcast_ref::<String>().expect("a message").clone()
}

fn dynamic(tensor: &Tensor) -> CpuViewD<'_, f32> {
    tensor.view().try_cpu_dyn().unwrap()
}

fn strided<const N: usize>(tensor: &Tensor) -> CpuView<'_, f32, N, Strided> {
    tensor.view().try_cpu_strided().unwrap()
}

#[test]
fn entries_hold_for_every_dimension() {
    let x = tensor(&[2, 4, 3, 4, 5, 4]);
    let y = tensor(&[4, 5, 1, 6, 2, 8]);
    assert_eq!(contract_entries(view(&x), view(&y)), 6);
    assert_eq!(
        message(|| contract_entries(view(&x), view(&x))),
        "contract_entries: argument #1 `y`: shape[0] is 2, expected d = 4 (from `x`.shape[1])\n  \
         contract_entries(x: Tensor([n, d % 2, 3, HEADS, _, 2 * n], float32), \
         y: Tensor([d, n + d - 1, n / 2, -n + 2 * d, (d % 3) + 1, 2 * HEADS], float32))"
    );
    let (n, m) = (tensor(&[4, 4, 2, 2]), tensor(&[4, 9, 4, 2]));
    contract_multiples(view(&n), view(&m));
    let odd = message(|| contract_multiples(view(&tensor(&[4, 4, 3, 3])), view(&m)));
    assert!(odd.contains("`x`: shape[2] is 3, expected a multiple of TILE = 2"), "{odd}");
    assert_eq!(
        contract_scalar_tensor(Tensor::from_vec(vec![7.0f64], &[]).unwrap().view().try_cpu().unwrap()),
        7.0
    );
}

#[test]
fn rests_stand_for_several_dimensions() {
    let (a, b, c, d) = (tensor(&[2, 5, 6, 3]), tensor(&[5, 6, 4]), tensor(&[3, 1, 1]), tensor(&[5, 6]));
    assert_eq!(contract_rests(dynamic(&a), dynamic(&b), c.view(), Some(dynamic(&d))), 12);
    assert_eq!(contract_rests(dynamic(&a), dynamic(&b), c.view(), None), 10);
    let other = message(|| contract_rests(dynamic(&a), dynamic(&b), c.view(), Some(dynamic(&c))));
    assert!(
        other.contains("`rest`: shape[0..3] is [3, 1, 1], expected s = [5, 6] (from `x`.shape[1..3])"),
        "{other}"
    );
}

#[test]
fn symbols_are_integer_parameters_too() {
    let (x, y) = (tensor(&[2, 3]), tensor(&[6]));
    assert_eq!(contract_scalars(2, view(&x), view(&y), 3, 6, Some(view(&y))), 11);
    assert_eq!(contract_scalars(2, view(&x), view(&y), 3, 7, None), 12);
    let other = message(|| contract_scalars(2, view(&x), view(&y), 4, 6, None));
    assert!(other.contains("argument #1 `x`: shape[1] is 3, expected k = 4 (from `k`)"), "{other}");
    let beyond = message(|| contract_scalars(2, view(&x), view(&y), 3, 1 << 64, Some(view(&y))));
    assert!(beyond.contains("shape[0] is 6, expected step = 18446744073709551616 (from `step`)"), "{beyond}");
}

#[test]
fn strides_and_metadata_are_checked() {
    let x = tensor(&[2, 4]);
    let call =
        |z| contract_strides(strided(&x), strided(&x), z, x.view().try_cpu_strided_dyn().unwrap(), x.view());
    assert_eq!(call(None), 32);
    assert_eq!(call(Some(strided(&x))), 40);
    let other = tensor(&[2, 6]);
    let wrong = message(|| call(Some(strided(&other))));
    assert!(
        wrong.contains("argument #2 `z`: strides[0] is 6, expected ld = 4 (from `y`.strides[0])"),
        "{wrong}"
    );

    let (y, z) = (tensor(&[3]), tensor(&[0]));
    assert_eq!(contract_metadata(x.view(), Some(view(&y)), vec![y.view(), z.view()]), 7);
    let ints = Tensor::from_vec(vec![1i64], &[1]).unwrap();
    let dtype = message(|| contract_metadata(ints.view(), None, vec![]));
    assert!(dtype.contains("`x`: dtype is int64, expected one of float32, float16, bool"), "{dtype}");
    let place = message(|| contract_metadata(x.view(), None, vec![y.view(), ints.view()]));
    assert!(place.contains("argument #2 `all`[1]: dtype is int64, expected float32"), "{place}");
}

#[test]
fn what_is_written_has_a_contract_as_well() {
    let x = tensor(&[3]);
    let mut y = TensorMut::from_vec(vec![0.0f32; 3], &[3]).unwrap();
    let mut total = TensorMut::from_vec(vec![0.0f32], &[1]).unwrap();
    contract_out(view(&x), y.try_cpu_mut().unwrap(), Some(total.try_cpu_mut().unwrap()));
    contract_out(view(&x), y.try_cpu_mut().unwrap(), None);
    assert_eq!(y.freeze().view().try_cpu::<f32, 1>().unwrap().as_slice(), [2.0; 3]);
    assert_eq!(total.freeze().view().try_cpu::<f32, 1>().unwrap()[[0]], 3.0);
    let mut short = TensorMut::from_vec(vec![0.0f32; 2], &[2]).unwrap();
    let wrong = message(|| contract_out(view(&x), short.try_cpu_mut().unwrap(), None));
    assert!(wrong.contains("argument #1 `y`: shape[0] is 2, expected n = 3 (from `x`.shape[0])"), "{wrong}");
}

#[test]
fn aliases_of_types_are_seen_through() {
    let (x, y, z, k) = (tensor(&[2, 3]), tensor(&[3, 4]), tensor(&[1, 2]), tensor(&[5, 6]));
    let mut out = TensorMut::from_vec(vec![0.0f32; 10], &[5, 2]).unwrap();
    let mut call = |y, z, k| {
        let out = out.try_cpu_mut().unwrap().as_strided();
        contract_aliases(2, view(&x), y, z, vec![x.view()], out, k)
    };
    assert_eq!(call(None, None, view(&k)), 16);
    assert_eq!(call(Some(view(&y)), Some(view(&z)), view(&k)), 16);
    let wrong = message(|| call(Some(view(&z)), None, view(&k)));
    assert!(wrong.contains("argument #2 `y`: shape[0] is 1, expected m = 3 (from `x`.shape[1])"), "{wrong}");
    let wrong = message(|| call(None, Some(view(&y)), view(&k)));
    assert!(wrong.contains("argument #3 `z`: shape[1] is 4, expected n = 2 (from `n`)"), "{wrong}");
    let wrong = message(|| call(None, None, view(&x)));
    assert!(
        wrong.contains("argument #6 `by_constant`: shape[0] is 2, expected k = 5 (from `out`.shape[0])"),
        "{wrong}"
    );
}

#[test]
fn functions_stay_callable() {
    let (x, y) = (tensor(&[2]), tensor(&[2, 4]));
    #[allow(deprecated)]
    let (shape, line) = contract_recursive(view(&x), view(&x), 0);
    assert_eq!((shape, line), (&[2][..], line!() - 1));
    #[allow(deprecated)]
    let (shape, _) = contract_recursive(view(&x), view(&x), 3);
    assert_eq!(shape, [2]);
    r#match(view(&x), view(&x));
    contract(view(&x), view(&tensor(&[2, 1])));
    assert_eq!(contract_closure(view(&x)).unwrap()(2.0), 2.0);
    assert_eq!(contract_generated(view(&y), view(&y)), 6);
    let (six, pairs) = (tensor(&[2, 2, 6, 4, 1, 2]), tensor(&[3, 1]));
    assert_eq!(contract_fragments(view(&six), pairs.view()), 195);
    let wrong = message(|| contract_fragments(view(&tensor(&[2, 2, 4, 4, 1, 2])), pairs.view()));
    assert!(
        wrong.contains("`x`: shape[2] is 4, expected (n + 1) * 2 = 6 (n = 2 from `x`.shape[0])"),
        "{wrong}"
    );
    assert_eq!(private::contract_in_module(view(&tensor(&[3, 3]))), 3);
    assert_eq!(contract_in_function(view(&y)), 6);
    assert_eq!(contract_uses(view(&tensor(&[1, 2])), 1, 2), 2.0);
    let wrong = message(|| contract_uses(view(&tensor(&[1, 2])), 2, 2));
    assert!(wrong.contains("`x`: shape[0] is 1, expected n = 2"), "{wrong}");
    let wrong = message(|| contract_uses_in_strides(strided(&y), 5));
    assert!(wrong.contains("`x`: strides[0] is 4, expected ld = 5"), "{wrong}");
    let wrong = message(|| contract_uses_in_result(3));
    assert!(wrong.contains("shape[0] is 2, expected rows = 3"), "{wrong}");
    let wrong = message(|| contract_uses_in_instances(view::<1>(&x), 3));
    assert!(wrong.contains("`x`: shape[0] is 2, expected n = 3"), "{wrong}");
}
