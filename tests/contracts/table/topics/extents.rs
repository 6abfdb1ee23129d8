//! Fixed extents, and invalid extents.

use tvm_ffi::CpuView;

use crate::support::*;

const HEADS: i64 = 4;
const SIZES: [usize; 2] = [2, 3];

#[tvm_ffi::export]
fn extent_literal(#[shape(_, 256)] x: CpuView<'_, u8, 2>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn extent_const_in_expression(#[shape(2 * { HEADS + 1 })] x: CpuView<'_, f32, 1>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn extent_const_expression(#[shape({ SIZES[1] * 2 })] x: CpuView<'_, f32, 1>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn extent_free(x: CpuView<'_, f32, 2>) -> i64 {
    x.numel() as i64
}

pub(crate) fn table() -> Table {
    const TOO_MANY: &str = "#0 `x`: shape has more elements than memory can hold";
    let mut table = Table::default();
    table
        .contract(shim!(extent_literal), "extent_literal(x: Tensor([_, 256], uint8))")
        .accepts([u8([2, 256])], "512")
        .accepts([u8([0, 256])], "0")
        .value_error([u8([2, 5])], "#0 `x`: shape[1] is 5, expected 256");
    table
        .contract(
            shim!(extent_const_in_expression),
            "extent_const_in_expression(x: Tensor([2 * (HEADS + 1)], float32))",
        )
        .accepts([f32([10])], "10")
        .value_error([f32([9])], "#0 `x`: shape[0] is 9, expected 2 * (HEADS + 1) = 10");
    table
        .contract(
            shim!(extent_const_expression),
            "extent_const_expression(x: Tensor([SIZES[1] * 2], float32))",
        )
        .accepts([f32([6])], "6")
        .value_error([f32([5])], "#0 `x`: shape[0] is 5, expected SIZES[1] * 2 = 6");
    table
        .contract(shim!(extent_free), "extent_free(x: Tensor([_, _], float32))")
        .value_error([f32([2, -3])], "#0 `x`: shape[1] is -3, expected 0 or more")
        .value_error([f32([0, -3])], "#0 `x`: shape[1] is -3, expected 0 or more")
        .value_error([f32([i64::MIN, 1])], "#0 `x`: shape[0] is -9223372036854775808, expected 0 or more")
        // The memory of a tensor whose extents make no sense is not asked for.
        .value_error([f32([2, -3]).null()], "#0 `x`: shape[1] is -3, expected 0 or more")
        .value_error([f32([1 << 62, 4])], TOO_MANY)
        .value_error([f32([1 << 32, 1 << 32]).null()], TOO_MANY)
        .accepts([f32([i64::MAX, 0])], "0");
    table
}
