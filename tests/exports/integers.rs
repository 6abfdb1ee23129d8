//! Contracts of several integers in one argument: each entry of `#[shape]` binds a symbol, or is compared with its value.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::prelude::*;
use tvm_ffi::{Arguments, Function};

const SCALE: i64 = 2;

#[tvm_ffi::export(global = "integers.resize")]
fn resize(
    #[shape(h, w)] size: (i64, usize),
    #[shape(_, h, w)] x: CpuView<'_, f32, 3>,
    #[shape({SCALE} * h, 2 * w)]
    #[default([2, 4])]
    to: [i32; 2],
) -> i64 {
    let _ = x;
    size.0 * 1000 + i64::from(to[0])
}

#[tvm_ffi::export(global = "integers.fit")]
fn fit(
    #[shape(s.., d)] x: CpuViewD<'_, f32>,
    #[shape(s.., 3)] shape: &[i64],
    #[shape(d % 2, ..)] rest: Shape,
    #[shape(_, 1)] wide: Vec<u64>,
) -> usize {
    x.ndim() + shape.len() + rest.len() + wide.len()
}

/// A function that takes no tensor.
#[tvm_ffi::export(global = "integers.transposed")]
fn transposed(#[shape(rows, columns)] a: (i64, i64), #[shape(columns, rows)] b: (i64, i64)) -> i64 {
    a.0 * a.1 + b.0 - b.1
}

#[tvm_ffi::export(global = "integers.made", returns(shape(h, w)))]
fn made(#[shape(h, w)] size: Vec<i64>, more: i64) -> Result<Tensor> {
    Tensor::zeros(DType::F32, Device::cpu(), &[size[0], size[1] + more])
}

fn call(name: &str, args: impl Arguments) -> Result<i64, String> {
    let called = Function::get_global(&format!("integers.{name}")).and_then(|function| function.call(args));
    let number = called.and_then(|value| match value.as_view().cast::<Tensor>() {
        Ok(_) => Ok(0),
        Err(_) => value.cast(),
    });
    number.map_err(|error| format!("{}: {}", error.kind(), error.message()))
}

fn tensor(shape: &[i64]) -> Tensor {
    Tensor::zeros(DType::F32, Device::cpu(), shape).expect("it can be made")
}

const RESIZE: &str = "resize(size: Tuple[int, int]([h, w]), x: Tensor([_, h, w], float32), \
                      to: Array[int]([SCALE * h, 2 * w]) = [2, 4])";

#[test]
fn entries_bind_symbols_and_are_compared_with_them() {
    let x = tensor(&[3, 1, 2]);
    assert_eq!(call("resize", ((1, 2), &x, vec![2, 4])), Ok(1002));
    assert_eq!(call("resize", ((1, 2), &x)), Ok(1002));
    for (size, to, expected) in [
        ((2, 2), vec![4, 4], "#1 `x`: shape[1] is 1, expected h = 2 (from `size`[0])"),
        ((1, 2), vec![3, 4], "#2 `to`[0]: value is 3, expected SCALE * h = 2 (h = 1 from `size`[0])"),
        ((1, 2), vec![2, 5], "#2 `to`[1]: value is 5, expected 2 * w = 4 (w = 2 from `size`[1])"),
        ((-1, 2), vec![2, 5], "#1 `x`: shape[1] is 1, expected h = -1 (from `size`[0])"),
    ] {
        let message = format!("ValueError: resize: argument {expected}\n  {RESIZE}");
        assert_eq!(call("resize", (size, &x, to)), Err(message));
    }
    let y = tensor(&[3, 2, 2]);
    assert_eq!(
        call("resize", ((2, 2), &y)),
        Err(format!(
            "ValueError: resize: a default violates the contract, or shares memory with an argument\n  {RESIZE}"
        ))
    );
    assert_eq!(
        call("resize", ((1, 2.5), &x)),
        Err(format!("TypeError: resize: argument #0 `size`[1]: expected int, got float\n  {RESIZE}"))
    );
}

#[test]
fn sequences_of_any_length_have_any_number_of_entries() {
    let x = tensor(&[2, 5, 4]);
    let fit = |shape: &[i64], rest: &[i64], wide: Vec<u64>| call("fit", (&x, shape, rest, wide));
    assert_eq!(fit(&[2, 5, 3], &[4, 7], vec![9, 1]), Ok(10));
    assert_eq!(fit(&[2, 5, 3], &[4], vec![u64::MAX >> 1, 1]), Ok(9));
    for (shape, rest, wide, expected) in [
        (
            &[2, 6, 3][..],
            &[4][..],
            vec![0, 1],
            "#1 `shape`[0..2]: value is [2, 6], expected s = [2, 5] (from `x`.shape[0..2])",
        ),
        (&[2, 5, 4], &[4], vec![0, 1], "#1 `shape`[2]: value is 4, expected 3"),
        (&[], &[4], vec![0, 1], "#1 `shape`: length is 0, expected 1 or more"),
        (&[2, 5, 3], &[6], vec![0, 1], "#2 `rest`[0]: value is 6, expected d = 4 (from `x`.shape[2])"),
        (&[2, 5, 3], &[], vec![0, 1], "#2 `rest`: length is 0, expected 1 or more"),
        (&[2, 5, 3], &[4], vec![0, 2], "#3 `wide`[1]: value is 2, expected 1"),
        (&[2, 5, 3], &[4], vec![0], "#3 `wide`: length is 1, expected 2"),
    ] {
        let message = fit(shape, rest, wide).expect_err("it is refused");
        assert_eq!(message.lines().next(), Some(&*format!("ValueError: fit: argument {expected}")));
    }
}

#[test]
fn no_tensor_is_needed() {
    assert_eq!(call("transposed", ((2, 3), (3, 2))), Ok(7));
    assert_eq!(
        call("transposed", ((2, 3), (2, 3))),
        Err("ValueError: transposed: argument #1 `b`[0]: value is 2, expected columns = 3 (from `a`[1])\n  \
             transposed(a: Tuple[int, int]([rows, columns]), b: Tuple[int, int]([columns, rows]))"
            .to_owned())
    );
}

#[test]
fn a_result_is_declared_by_integers() {
    assert_eq!(call("made", (vec![2, 3], 0)), Ok(0));
    let message = call("made", (vec![2, 3], 1)).expect_err("it is refused");
    let expected = "ValueError: made: returned tensor: shape[1] is 4, expected w = 3 (from `size`[1])";
    assert_eq!(message.lines().next(), Some(expected));
}

#[test]
fn a_call_from_rust_panics_with_the_same_message() {
    let panicked = |call: &dyn Fn() -> i64| {
        let payload = catch_unwind(AssertUnwindSafe(call)).expect_err("it is refused");
        payload.downcast_ref::<String>().expect("it is text").lines().next().map(str::to_owned)
    };
    assert_eq!(transposed((2, 3), (3, 2)), 7);
    assert_eq!(
        panicked(&|| transposed((2, 3), (3, 1))).as_deref(),
        Some("transposed: argument #1 `b`[1]: value is 1, expected rows = 2 (from `a`[0])")
    );
    let x = tensor(&[1, 1, 2]);
    let view = || x.view().try_cpu::<f32, 3>().expect("it is one");
    assert_eq!(resize((1, 2), view(), [2, 4]), 1002);
    assert_eq!(
        panicked(&|| resize((1, 3), view(), [2, 4])).as_deref(),
        Some("resize: argument #1 `x`: shape[2] is 2, expected w = 3 (from `size`[1])")
    );
}
