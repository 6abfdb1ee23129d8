//! Symbols: one number in the whole call.

use tvm_ffi::{CpuView, CpuViewMut};

use crate::support::*;

#[tvm_ffi::export]
fn symbol_shared(
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] weight: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n, d)]
    mut out: CpuViewMut<'_, f32, 2>,
) -> f32 {
    for (index, row) in out.rows_mut().enumerate() {
        for ((out, x), weight) in row.iter_mut().zip(x.row(index)).zip(weight.as_slice()) {
            *out = x * weight;
        }
    }
    sum(out.as_slice())
}

const SHARED: &str = "symbol_shared(x: Tensor([n, d], float32), weight: Tensor([d], float32), \
                      out: Tensor([n, d], float32, out))";

#[tvm_ffi::export]
fn symbol_square(#[shape(n, n)] x: CpuView<'_, f32, 2>) -> i64 {
    x.numel() as i64
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(symbol_shared), SHARED)
        // 0 * 0 + 1 * 1 + 2 * 2 + 3 * 0 + 4 * 1 + 5 * 2
        .accepts([f32([2, 3]), f32([3]), f32([2, 3])], "19.0")
        .accepts([f32([0, 3]), f32([3]), f32([0, 3])], "0.0")
        .accepts([f32([2, 0]), f32([0]), f32([2, 0])], "0.0")
        .value_error(
            [f32([2, 3]), f32([4]), f32([2, 3])],
            "#1 `weight`: shape[0] is 4, expected d = 3 (from `x`.shape[1])",
        )
        .value_error(
            [f32([2, 3]), f32([3]), f32([3, 3])],
            "#2 `out`: shape[0] is 3, expected n = 2 (from `x`.shape[0])",
        );
    table
        .contract(shim!(symbol_square), "symbol_square(x: Tensor([n, n], float32))")
        .accepts([f32([3, 3])], "9")
        .value_error([f32([2, 3])], "#0 `x`: shape[1] is 3, expected n = 2 (from `x`.shape[0])");
    table
}
