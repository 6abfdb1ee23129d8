//! Rests: `..` and `s..`.

use tvm_ffi::{CpuViewD, CpuViewMutD, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn rest_all(#[shape(..)] x: TensorView<'_>) -> i64 {
    x.ndim() as i64
}

#[tvm_ffi::export]
fn rest_last(#[shape(.., d)] x: CpuViewD<'_, f32>, #[shape(d)] w: CpuViewD<'_, f32>) -> Vec<i64> {
    vec![x.ndim() as i64, w.shape()[0]]
}

#[tvm_ffi::export]
fn rest_first(#[shape(n, ..)] x: TensorView<'_>, #[shape(n)] y: TensorView<'_>) -> Vec<i64> {
    vec![x.ndim() as i64, y.shape()[0]]
}

#[tvm_ffi::export]
fn rest_middle(#[shape(2, .., 3)] x: TensorView<'_>) -> i64 {
    x.ndim() as i64
}

#[tvm_ffi::export]
fn rest_named(#[shape(s..)] x: CpuViewD<'_, f32>, #[shape(s..)] y: CpuViewMutD<'_, f32>) -> i64 {
    (x.ndim() + y.ndim()) as i64
}

#[tvm_ffi::export]
fn rest_named_and_last(
    #[shape(s.., d)] x: CpuViewD<'_, f32>,
    #[shape(s..)] norms: CpuViewD<'_, f32>,
    #[shape(2, s.., d)] stacked: CpuViewD<'_, f32>,
) -> Vec<i64> {
    vec![x.ndim() as i64, norms.ndim() as i64, stacked.ndim() as i64]
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(rest_all), "rest_all(x: Tensor([..]))")
        .accepts([f32([])], "0")
        .accepts([f32([1, 2, 3])], "3");
    table
        .contract(shim!(rest_last), "rest_last(x: Tensor([.., d], float32), w: Tensor([d], float32))")
        .accepts([f32([3]), f32([3])], "[1, 3]")
        .accepts([f32([4, 5, 3]), f32([3])], "[3, 3]")
        .value_error([f32([]), f32([3])], "#0 `x`: ndim is 0, expected 1 or more (shape is [])")
        .value_error([f32([4, 5, 3]), f32([5])], "#1 `w`: shape[0] is 5, expected d = 3 (from `x`.shape[2])");
    table
        .contract(shim!(rest_first), "rest_first(x: Tensor([n, ..]), y: Tensor([n]))")
        .accepts([f32([3]), f32([3])], "[1, 3]")
        .accepts([f32([3, 4, 5]), f32([3])], "[3, 3]")
        .value_error([f32([]), f32([3])], "#0 `x`: ndim is 0, expected 1 or more (shape is [])")
        .value_error([f32([3, 4]), f32([4])], "#1 `y`: shape[0] is 4, expected n = 3 (from `x`.shape[0])");
    table
        .contract(shim!(rest_middle), "rest_middle(x: Tensor([2, .., 3]))")
        .accepts([f32([2, 3])], "2")
        .accepts([f32([2, 9, 9, 3])], "4")
        .value_error([f32([2])], "#0 `x`: ndim is 1, expected 2 or more (shape is [2])")
        .value_error([f32([2, 9, 9, 4])], "#0 `x`: shape[3] is 4, expected 3")
        .value_error([f32([3, 9, 3])], "#0 `x`: shape[0] is 3, expected 2");
    table
        .contract(
            shim!(rest_named),
            "rest_named(x: Tensor([s..], float32), y: Tensor([s..], float32, inout))",
        )
        .accepts([f32([]), f32([])], "0")
        .accepts([f32([2, 3]), f32([2, 3])], "4")
        .value_error(
            [f32([2, 4]), f32([2, 3])],
            "#1 `y`: shape[0..2] is [2, 3], expected s = [2, 4] (from `x`.shape[0..2])",
        )
        .value_error(
            [f32([2, 4]), f32([2])],
            "#1 `y`: shape[0..1] is [2], expected s = [2, 4] (from `x`.shape[0..2])",
        )
        .value_error(
            [f32([]), f32([2])],
            "#1 `y`: shape[0..1] is [2], expected s = [] (from `x`.shape[0..0])",
        );
    table
        .contract(
            shim!(rest_named_and_last),
            "rest_named_and_last(x: Tensor([s.., d], float32), norms: Tensor([s..], float32), \
             stacked: Tensor([2, s.., d], float32))",
        )
        .accepts([f32([4, 5, 3]), f32([4, 5]), f32([2, 4, 5, 3])], "[3, 2, 4]")
        .accepts([f32([3]), f32([]), f32([2, 3])], "[1, 0, 2]")
        .value_error(
            [f32([4, 5, 3]), f32([4, 6]), f32([2, 4, 5, 3])],
            "#1 `norms`: shape[0..2] is [4, 6], expected s = [4, 5] (from `x`.shape[0..2])",
        )
        .value_error(
            [f32([4, 5, 3]), f32([4, 5]), f32([2, 5, 4, 3])],
            "#2 `stacked`: shape[1..3] is [5, 4], expected s = [4, 5] (from `x`.shape[0..2])",
        )
        .value_error(
            [f32([4, 5, 3]), f32([4, 5]), f32([2, 4, 5, 4])],
            "#2 `stacked`: shape[3] is 4, expected d = 3 (from `x`.shape[2])",
        )
        .value_error(
            [f32([4, 5, 3]), f32([4, 5]), f32([2])],
            "#2 `stacked`: ndim is 1, expected 2 or more (shape is [2])",
        );
    table
}
