//! Symbols: one number in the whole call.

use tvm_ffi::{CpuView, CpuViewD, CpuViewMut, TensorView};

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

#[tvm_ffi::export]
fn symbol_matmul(
    #[shape(m, k)] a: TensorView<'_>,
    #[shape(k, n)] b: TensorView<'_>,
    #[shape(m, n)] c: TensorView<'_>,
) -> Vec<i64> {
    vec![a.shape()[0], b.shape()[0], c.shape()[1]]
}

#[tvm_ffi::export]
fn symbol_any_rank(#[shape(n, _)] x: CpuViewD<'_, f32>, #[shape(n)] y: CpuViewD<'_, i64>) -> Vec<i64> {
    vec![x.shape()[1], y.shape()[0]]
}

#[tvm_ffi::export]
fn symbol_between(
    #[shape(n)] x: TensorView<'_>,
    _between: TensorView<'_>,
    #[shape(n)] y: TensorView<'_>,
) -> i64 {
    (x.numel() + y.numel()) as i64
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
        )
        .value_error(
            [f32([2, 3]), f32([3]), f32([2, 1])],
            "#2 `out`: shape[1] is 1, expected d = 3 (from `x`.shape[1])",
        )
        .value_error(
            [f32([2, 3]), f32([4]), f32([1, 1])],
            "#1 `weight`: shape[0] is 4, expected d = 3 (from `x`.shape[1])",
        )
        .value_error(
            [f32([2, 0]), f32([1]), f32([2, 0])],
            "#1 `weight`: shape[0] is 1, expected d = 0 (from `x`.shape[1])",
        );
    table
        .contract(shim!(symbol_square), "symbol_square(x: Tensor([n, n], float32))")
        .accepts([f32([3, 3])], "9")
        .value_error([f32([2, 3])], "#0 `x`: shape[1] is 3, expected n = 2 (from `x`.shape[0])");
    table
        .contract(
            shim!(symbol_matmul),
            "symbol_matmul(a: Tensor([m, k]), b: Tensor([k, n]), c: Tensor([m, n]))",
        )
        .accepts([f32([2, 3]), f32([3, 4]), f32([2, 4])], "[2, 3, 4]")
        .value_error(
            [f32([2, 3]), f32([5, 4]), f32([2, 4])],
            "#1 `b`: shape[0] is 5, expected k = 3 (from `a`.shape[1])",
        )
        .value_error(
            [f32([2, 3]), f32([3, 4]), f32([4, 2])],
            "#2 `c`: shape[0] is 4, expected m = 2 (from `a`.shape[0])",
        )
        .value_error(
            [f32([2, 3]), f32([3, 4]), f32([2, 5])],
            "#2 `c`: shape[1] is 5, expected n = 4 (from `b`.shape[1])",
        );
    table
        .contract(
            shim!(symbol_any_rank),
            "symbol_any_rank(x: Tensor([n, _], float32), y: Tensor([n], int64))",
        )
        .accepts([f32([2, 3]), i64([2])], "[3, 2]")
        .value_error([f32([2, 3]), i64([3])], "#1 `y`: shape[0] is 3, expected n = 2 (from `x`.shape[0])");
    table
        .contract(shim!(symbol_between), "symbol_between(x: Tensor([n]), _between: Tensor, y: Tensor([n]))")
        .accepts([f32([2]), u8([9, 9]), f64([2])], "4")
        .value_error(
            [f32([2]), u8([2]), f64([9])],
            "#2 `y`: shape[0] is 9, expected n = 2 (from `x`.shape[0])",
        );
    table
}
