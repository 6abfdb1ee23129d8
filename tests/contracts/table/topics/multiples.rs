//! Symbols with a factor: `n % 16`.

use tvm_ffi::{CpuView, CpuViewD};

use crate::support::*;

const TILE: i64 = 8;

#[tvm_ffi::export]
fn multiple_of_literal(#[shape(n, d % 4)] x: CpuView<'_, f32, 2>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn multiple_of_const(#[shape(n % { TILE })] x: CpuView<'_, f32, 1>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn multiple_bound_before(#[shape(d)] x: CpuView<'_, f32, 1>, #[shape(d % 4)] y: CpuView<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn multiple_binds(#[shape(d % 4)] x: CpuView<'_, f32, 1>, #[shape(d)] y: CpuView<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn multiple_of_argument(n: i64, #[shape(n % 4)] x: CpuView<'_, f32, 1>) -> i64 {
    x.numel() as i64 + n
}

#[tvm_ffi::export]
fn multiple_at_the_end(#[shape(.., d % 2)] x: CpuViewD<'_, f32>) -> i64 {
    x.numel() as i64
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(multiple_of_literal), "multiple_of_literal(x: Tensor([n, d % 4], float32))")
        .accepts([f32([3, 8])], "24")
        .accepts([f32([3, 0])], "0")
        .value_error([f32([3, 6])], "#0 `x`: shape[1] is 6, expected a multiple of 4")
        .value_error([f32([4, 1])], "#0 `x`: shape[1] is 1, expected a multiple of 4");
    table
        .contract(shim!(multiple_of_const), "multiple_of_const(x: Tensor([n % TILE], float32))")
        .accepts([f32([16])], "16")
        .value_error([f32([9])], "#0 `x`: shape[0] is 9, expected a multiple of TILE = 8");
    table
        .contract(
            shim!(multiple_bound_before),
            "multiple_bound_before(x: Tensor([d], float32), y: Tensor([d % 4], float32))",
        )
        .accepts([f32([4]), f32([4])], "8")
        // Equality is checked first.
        .value_error([f32([4]), f32([6])], "#1 `y`: shape[0] is 6, expected d = 4 (from `x`.shape[0])")
        .value_error([f32([6]), f32([6])], "#1 `y`: shape[0] is 6, expected a multiple of 4");
    table
        .contract(
            shim!(multiple_binds),
            "multiple_binds(x: Tensor([d % 4], float32), y: Tensor([d], float32))",
        )
        .accepts([f32([8]), f32([8])], "16")
        .value_error([f32([8]), f32([4])], "#1 `y`: shape[0] is 4, expected d = 8 (from `x`.shape[0])")
        .value_error([f32([6]), f32([5])], "#0 `x`: shape[0] is 6, expected a multiple of 4");
    table
        .contract(shim!(multiple_of_argument), "multiple_of_argument(n: int, x: Tensor([n % 4], float32))")
        .accepts([value(4), f32([4])], "8")
        .value_error([value(4), f32([8])], "#1 `x`: shape[0] is 8, expected n = 4 (from `n`)")
        .value_error([value(6), f32([6])], "#1 `x`: shape[0] is 6, expected a multiple of 4");
    table
        .contract(shim!(multiple_at_the_end), "multiple_at_the_end(x: Tensor([.., d % 2], float32))")
        .accepts([f32([3, 5, 2])], "30")
        .value_error([f32([3, 2, 5])], "#0 `x`: shape[2] is 5, expected a multiple of 2")
        .value_error([f32([5])], "#0 `x`: shape[0] is 5, expected a multiple of 2");
    table
}
