//! Alignment of the first element, by its type and by `#[align]`.

use tvm_ffi::CpuView;

use crate::support::*;

const WIDTH: i64 = 32;

#[tvm_ffi::export]
fn align_f32(x: CpuView<'_, f32, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn align_16(#[align(16)] x: CpuView<'_, f32, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn align_const(#[align({ WIDTH })] x: CpuView<'_, u8, 1>) -> i64 {
    x.dim(0) as i64
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(align_f32), "align_f32(x: Tensor([_], float32))")
        .accepts([f32([3]).offset(4)], "3")
        .value_error(
            [f32([3]).address(0x1002)],
            "#0 `x`: data + byte_offset is 0x1002, expected a multiple of 4 (alignment of float32)",
        )
        .value_error(
            [f32([3]).address(0x1000).offset(1)],
            "#0 `x`: data + byte_offset is 0x1001, expected a multiple of 4 (alignment of float32)",
        )
        // The check is of the sum of `data` and `byte_offset`.
        .accepts([f32([3]).address(0x1002).offset(2)], "3");
    table
        .contract(shim!(align_16), "align_16(x: Tensor([_], float32, align 16))")
        .accepts([f32([3]).offset(32)], "3")
        .value_error(
            [f32([3]).address(0x1008)],
            "#0 `x`: data + byte_offset is 0x1008, expected a multiple of 16 (align)",
        );
    table
        .contract(shim!(align_const), "align_const(x: Tensor([_], uint8, align 32))")
        .accepts([u8([3])], "3")
        .value_error(
            [u8([3]).address(0x1010)],
            "#0 `x`: data + byte_offset is 0x1010, expected a multiple of 32 (align)",
        );
    table
}
