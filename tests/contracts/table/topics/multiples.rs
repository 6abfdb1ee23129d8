//! Symbols with a factor: `n % 16`.

use tvm_ffi::CpuView;

use crate::support::*;

const TILE: i64 = 8;

#[tvm_ffi::export]
fn multiple_of_const(#[shape(n % { TILE })] x: CpuView<'_, f32, 1>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn multiple_bound_before(#[shape(d)] x: CpuView<'_, f32, 1>, #[shape(d % 4)] y: CpuView<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
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
}
