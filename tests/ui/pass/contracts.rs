//! Contracts in rare forms. The others, and the messages for arguments that break them, are in `tests/contracts/table`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::prelude::*;

const HEADS: usize = 4;
#[tvm_ffi::export]
fn contract_scalars(
    n: Extent,
    #[shape(n, k)] x: CpuView<'_, f32, 2>,
    #[shape(n * k)] y: CpuView<'_, f32, 1>,
    k: u8,
    #[default(1)] step: i128,
    #[shape(step)]
    #[default(None)]
    steps: Option<CpuView<'_, f32, 1>>,
) -> usize {
    let _ = (x, y, steps);
    n as usize + usize::from(k) + step as usize
}

type Image<'a> = CpuView<'a, f32, 2>;
type Extent = i32;
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

fn strided<const N: usize>(tensor: &Tensor) -> CpuView<'_, f32, N, Strided> {
    tensor.view().try_cpu_strided().unwrap()
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
