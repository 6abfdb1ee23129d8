//! Extents and strides, and the symbols that they bind.

use super::*;

/// The violation by tensors of these shapes.
fn shapes<const N: usize>(function: &Function, shapes: [&[i64]; N]) -> Option<String> {
    let tensors: Vec<Dl> =
        shapes.iter().enumerate().map(|(k, shape)| Dl::new(shape).at(k as i64 * 4096)).collect();
    function.diagnose(&tensors.iter().map(Dl::arg).collect::<Vec<_>>())
}

#[track_caller]
fn refused<const N: usize>(function: &Function, tensors: [&[i64]; N], expected: &str) {
    assert_eq!(shapes(function, tensors).as_deref(), Some(format!("ValueError {expected}").as_str()));
}

#[track_caller]
fn accepted<const N: usize>(function: &Function, tensors: [&[i64]; N]) {
    assert_eq!(shapes(function, tensors), None);
}

#[test]
fn extents_are_possible() {
    let f = functions!(x: TensorView<'_> = "");
    refused(&f, [&[2, -3]], "#0 `x`: shape[1] is -3, expected 0 or more");
    refused(&f, [&[i64::MAX, 2]], "#0 `x`: shape has more elements than memory can hold");
}

#[test]
fn numbers_and_constants_are_compared() {
    let f = functions!(x: TensorView<'_> = "shape(_, 256)", y: TensorView<'_> = "shape({HEADS}, 2 * {HEADS + 1})")
        .constants(&[4, 5]);
    accepted(&f, [&[7, 256], &[4, 10]]);
    refused(&f, [&[7, 5], &[4, 10]], "#0 `x`: shape[1] is 5, expected 256");
    refused(&f, [&[7, 256], &[5, 10]], "#1 `y`: shape[0] is 5, expected HEADS = 4");
    refused(&f, [&[7, 256], &[4, 9]], "#1 `y`: shape[1] is 9, expected 2 * (HEADS + 1) = 10");
}

#[test]
fn symbols_are_bound_at_their_first_place() {
    let f = functions!(x: TensorView<'_> = "shape(n, d)", y: TensorView<'_> = "shape(d)");
    accepted(&f, [&[2, 3], &[3]]);
    refused(&f, [&[1, 8192], &[4096]], "#1 `y`: shape[0] is 4096, expected d = 8192 (from `x`.shape[1])");
    let square = functions!(x: TensorView<'_> = "shape(n, n)");
    accepted(&square, [&[3, 3]]);
    refused(&square, [&[3, 4]], "#0 `x`: shape[1] is 4, expected n = 3 (from `x`.shape[0])");
}

#[test]
fn integer_parameters_are_bound_before_all_shapes() {
    let f = functions!(x: TensorView<'_> = "shape(n)", n: i64 = "");
    let x = Dl::new(&[4]);
    let with = |n: Any| f.diagnose(&[x.arg(), raw(&n)]);
    assert_eq!(with(Any::new(4)), None);
    assert_eq!(
        with(Any::new(-3)).as_deref(),
        Some("ValueError #0 `x`: shape[0] is 4, expected n = -3 (from `n`)")
    );
    let wide = functions!(x: TensorView<'_> = "shape(2 * n)", y: TensorView<'_> = "shape(n)", n: u64 = "");
    let huge = Any::new(u64::MAX);
    assert_eq!(
        wide.diagnose(&[x.arg(), x.arg(), raw(&huge)]).as_deref(),
        Some(
            "ValueError #0 `x`: shape[0] is 4, expected 2 * n, which overflows (n = 18446744073709551615 from `n`)"
        )
    );
    let plain = functions!(y: TensorView<'_> = "shape(n)", n: u64 = "");
    assert_eq!(
        plain.diagnose(&[x.arg(), raw(&huge)]).as_deref(),
        Some("ValueError #0 `y`: shape[0] is 4, expected n = 18446744073709551615 (from `n`)")
    );
}

#[test]
fn a_default_is_a_value_if_it_is_a_number() {
    let of = |default| {
        Function::new(&[
            ("x", parameter_type::<TensorView<'_>>(), "", "shape(n)"),
            ("y", parameter_type::<TensorView<'_>>(), "", "shape(2 * n)"),
            ("n", parameter_type::<i64>(), default, ""),
        ])
    };
    let [x, y, z] = [&[4], &[8], &[9]].map(|shape| Dl::new(shape));
    assert_eq!(of("=4").diagnose(&[x.arg(), y.arg()]), None);
    assert_eq!(
        of("=10").diagnose(&[x.arg(), y.arg()]).as_deref(),
        Some("ValueError #0 `x`: shape[0] is 4, expected n = 10 (from `n`)")
    );
    // The value of an expression is not known here. What is known to be wrong comes first.
    assert_eq!(
        of("=?HEADS").diagnose(&[x.arg(), z.arg()]).as_deref(),
        Some("ValueError #0 `x`: shape[0] is 4, expected n (from `n`, which was left out)")
    );
    let negative = Dl::new(&[-1]);
    assert_eq!(
        of("=?HEADS").diagnose(&[x.arg(), negative.arg()]).as_deref(),
        Some("ValueError #1 `y`: shape[0] is -1, expected 0 or more")
    );
}

#[test]
fn multiples_are_of_numbers_and_constants() {
    let f = functions!(x: TensorView<'_> = "shape(k % 16)", y: TensorView<'_> = "shape(k % {TILE})")
        .constants(&[32]);
    accepted(&f, [&[64], &[64]]);
    accepted(&f, [&[0], &[0]]);
    refused(&f, [&[30], &[30]], "#0 `x`: shape[0] is 30, expected a multiple of 16");
    refused(&f, [&[48], &[48]], "#1 `y`: shape[0] is 48, expected a multiple of TILE = 32");
    // That it is the same number is asked first.
    refused(&f, [&[48], &[30]], "#1 `y`: shape[0] is 30, expected k = 48 (from `x`.shape[0])");
    let remainder = functions!(x: TensorView<'_> = "shape(k, (k % 16))");
    accepted(&remainder, [&[35, 3]]);
    refused(
        &remainder,
        [&[35, 4]],
        "#0 `x`: shape[1] is 4, expected (k % 16) = 3 (k = 35 from `x`.shape[0])",
    );
}

#[test]
fn expressions_show_the_symbols_that_they_use() {
    let f = functions!(
        x: TensorView<'_> = "shape(n, m)",
        y: TensorView<'_> = "shape(2 * n)",
        z: TensorView<'_> = "shape(m - n + m, n / (m - 3))",
    );
    accepted(&f, [&[4, 5], &[8], &[6, 2]]);
    refused(
        &f,
        [&[4, 5], &[5], &[6, 2]],
        "#1 `y`: shape[0] is 5, expected 2 * n = 8 (n = 4 from `x`.shape[0])",
    );
    refused(
        &f,
        [&[4, 5], &[8], &[7, 2]],
        "#2 `z`: shape[0] is 7, expected m - n + m = 6 (m = 5 from `x`.shape[1], n = 4 from `x`.shape[0])",
    );
    refused(
        &f,
        [&[4, 3], &[8], &[2, 2]],
        "#2 `z`: shape[1] is 2, expected n / (m - 3), which divides by zero (n = 4 from `x`.shape[0], m = 3 from \
         `x`.shape[1])",
    );
    let empty = [0, 1 << 62];
    refused(
        &functions!(x: TensorView<'_> = "shape(_, n)", y: TensorView<'_> = "shape(2 * n)"),
        [&empty, &[5]],
        "#1 `y`: shape[0] is 5, expected 2 * n, which overflows (n = 4611686018427387904 from `x`.shape[1])",
    );
}

#[test]
fn any_number_of_dimensions_can_have_a_name() {
    let f = functions!(x: CpuViewD<'_, f32> = "shape(s.., d)", y: CpuViewD<'_, f32> = "shape(s..)");
    accepted(&f, [&[2, 3, 4], &[2, 3]]);
    accepted(&f, [&[4], &[]]);
    refused(
        &f,
        [&[2, 4, 1], &[2, 3]],
        "#1 `y`: shape[0..2] is [2, 3], expected s = [2, 4] (from `x`.shape[0..2])",
    );
    let around = functions!(x: TensorView<'_> = "shape(a, .., b)", y: TensorView<'_> = "shape(b, a)");
    accepted(&around, [&[2, 9, 9, 3], &[3, 2]]);
    accepted(&around, [&[2, 3], &[3, 2]]);
    refused(&around, [&[2, 9, 3], &[2, 2]], "#1 `y`: shape[0] is 2, expected b = 3 (from `x`.shape[2])");
}

#[test]
fn what_is_absent_binds_nothing() {
    let f = functions!(x: Option<TensorView<'_>> = "shape(n)", y: TensorView<'_> = "shape(n)");
    let [x, y] = [&[3], &[4]].map(|shape| Dl::new(shape));
    assert_eq!(f.diagnose(&[raw(&Any::none()), y.arg()]), None);
    assert_eq!(
        f.diagnose(&[x.arg(), y.arg()]).as_deref(),
        Some("ValueError #1 `y`: shape[0] is 4, expected n = 3 (from `x`.shape[0])")
    );
}

#[test]
fn strides_that_lead_nowhere_are_any() {
    let f = functions!(
        x: CpuView<'_, f32, 2, Strided> = "shape(n, d); strides(ld, 1)",
        y: CpuView<'_, f32, 2, Strided> = "strides(ld, _)",
        z: CpuView<'_, f32, 2, Strided> = "strides(2 * d, ..)",
    );
    let of = |shape: &[i64], strides: &[i64]| Dl::new(shape).strides(strides);
    let [x, y, z] = [of(&[2, 3], &[8, 1]), of(&[2, 2], &[8, 3]), of(&[2, 2], &[6, 1])];
    let diagnose = |x: &Dl, y: &Dl, z: &Dl| f.diagnose(&[x.arg(), y.arg(), z.arg()]);
    assert_eq!(diagnose(&x, &y, &z), None);
    assert_eq!(
        diagnose(&of(&[2, 3], &[8, 2]), &y, &z).as_deref(),
        Some("ValueError #0 `x`: strides[1] is 2, expected 1")
    );
    assert_eq!(
        diagnose(&x, &of(&[2, 2], &[7, 1]), &z).as_deref(),
        Some("ValueError #1 `y`: strides[0] is 7, expected ld = 8 (from `x`.strides[0])")
    );
    assert_eq!(
        diagnose(&x, &y, &of(&[2, 2], &[7, 1])).as_deref(),
        Some("ValueError #2 `z`: strides[0] is 7, expected 2 * d = 6 (d = 3 from `x`.shape[1])")
    );
    // One row, one element in each, none at all: the strides that are left over bind `ld`.
    assert_eq!(diagnose(&of(&[1, 3], &[99, 1]), &of(&[2, 2], &[7, 1]), &z), None);
    assert_eq!(diagnose(&of(&[2, 1], &[8, 99]), &y, &of(&[1, 2], &[7, 1])), None);
    assert_eq!(diagnose(&of(&[0, 3], &[99, 99]), &of(&[2, 2], &[7, 1]), &z), None);
    // Those of a contiguous tensor may be left out.
    assert_eq!(diagnose(&Dl::new(&[2, 8]), &y, &of(&[1, 1], &[0, 0])), None);
}

#[test]
fn strides_of_lists_have_the_place_that_bound_them() {
    let f = functions!(x: Vec<TensorView<'_>> = "strides(ld, _)");
    let value = Any::new(vec![zeros(DType::F32, &[2, 3]), zeros(DType::F32, &[2, 4])]);
    assert_eq!(
        f.diagnose(&[raw(&value)]).as_deref(),
        Some("ValueError #0 `x`[1]: strides[0] is 4, expected ld = 3 (from `x`[0].strides[0])")
    );
}
