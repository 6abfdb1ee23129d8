//! Integer arguments that are symbols.

use tvm_ffi::{CpuView, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn scalar_before(n: i64, #[shape(n)] x: CpuView<'_, f32, 1>) -> i64 {
    n + x.shape()[0]
}

#[tvm_ffi::export]
fn scalar_u64(n: u64, #[shape(n)] x: TensorView<'_>) -> i64 {
    let _ = n;
    x.shape()[0]
}

#[tvm_ffi::export]
fn scalar_i8(n: i8, #[shape(n)] x: TensorView<'_>) -> i64 {
    i64::from(n) + x.shape()[0]
}

#[tvm_ffi::export]
fn scalar_default(#[shape(n)] x: CpuView<'_, f32, 1>, #[default(4)] n: i64) -> i64 {
    n + x.shape()[0]
}

const HEADS: i64 = 4;

#[tvm_ffi::export]
fn scalar_default_of_rust(#[shape(n)] x: CpuView<'_, f32, 1>, #[default(HEADS)] n: i64) -> i64 {
    n + x.shape()[0]
}

#[tvm_ffi::export]
fn scalar_first_of_all(#[shape(k)] x: TensorView<'_>, #[shape(k)] y: TensorView<'_>, k: i64) -> i64 {
    k + x.shape()[0] + y.shape()[0]
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(scalar_before), "scalar_before(n: int, x: Tensor([n], float32))")
        .accepts([value(4), f32([4])], "8")
        .accepts([value(true), f32([1])], "2")
        .value_error([value(4), f32([5])], "#1 `x`: shape[0] is 5, expected n = 4 (from `n`)")
        .type_error([value(4.0), f32([5])], "#0 `n`: expected int, got float");
    table
        .contract(shim!(scalar_u64), "scalar_u64(n: int, x: Tensor([n]))")
        .accepts([value(4u64), f32([4])], "4")
        .value_error(
            [value(u64::MAX), f32([5])],
            "#1 `x`: shape[0] is 5, expected n = 18446744073709551615 (from `n`)",
        );
    table
        .contract(shim!(scalar_i8), "scalar_i8(n: int, x: Tensor([n]))")
        .accepts([value(4), f32([4])], "8")
        .value_error([value(-4), f32([4])], "#1 `x`: shape[0] is 4, expected n = -4 (from `n`)")
        .value_error([value(300), f32([44])], "#0 `n`: 300 is out of range for i8, expected -128 to 127");
    table
        .contract(shim!(scalar_default), "scalar_default(x: Tensor([n], float32), n: int = 4)")
        .accepts([f32([4])], "8")
        .accepts([f32([5]), value(5)], "10")
        .value_error([f32([5])], "#0 `x`: shape[0] is 5, expected n = 4 (from `n`)");
    table
        .contract(
            shim!(scalar_default_of_rust),
            "scalar_default_of_rust(x: Tensor([n], float32), n: int = ...)",
        )
        .accepts([f32([4])], "8")
        .value_error([f32([5])], "#0 `x`: shape[0] is 5, expected n (from `n`, which was left out)");
    table
        .contract(shim!(scalar_first_of_all), "scalar_first_of_all(x: Tensor([k]), y: Tensor([k]), k: int)")
        .accepts([f32([2]), f32([2]), value(2)], "6")
        .value_error([f32([2]), f32([3]), value(3)], "#0 `x`: shape[0] is 2, expected k = 3 (from `k`)");
    table
}
