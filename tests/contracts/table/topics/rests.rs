//! Rests: `..` and `s..`.

use tvm_ffi::{CpuViewD, CpuViewMutD};

use crate::support::*;

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
            [f32([4, 5, 3]), f32([4, 5]), f32([2, 5, 4, 3])],
            "#2 `stacked`: shape[1..3] is [5, 4], expected s = [4, 5] (from `x`.shape[0..2])",
        )
        .value_error(
            [f32([4, 5, 3]), f32([4, 5]), f32([2, 4, 5, 4])],
            "#2 `stacked`: shape[3] is 4, expected d = 3 (from `x`.shape[2])",
        );
    table
}
