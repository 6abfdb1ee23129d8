//! Alignment of the first element, by its type and by `#[align]`.

use tvm_ffi::{CpuView, CpuViewMut, CudaView, Strided, TensorView};

use crate::support::*;

const WIDTH: i64 = 32;

#[tvm_ffi::export]
fn align_f32(x: CpuView<'_, f32, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn align_f64(x: CpuViewMut<'_, f64, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn align_u8(x: CpuView<'_, u8, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn align_strided(x: CpuView<'_, f32, 1, Strided>) -> i64 {
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

#[tvm_ffi::export]
fn align_of_view(#[align(8)] x: TensorView<'_>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn align_none(x: TensorView<'_>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn align_on_device(#[align(16)] x: CudaView<'_, f32, 1>) -> i64 {
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
        .contract(shim!(align_f64), "align_f64(x: Tensor([_], float64, inout))")
        .accepts([f64([3])], "3")
        .value_error(
            [f64([3]).address(0x1004)],
            "#0 `x`: data + byte_offset is 0x1004, expected a multiple of 8 (alignment of float64)",
        );
    table.contract(shim!(align_u8), "align_u8(x: Tensor([_], uint8))").accepts([u8([3]).offset(1)], "3");
    table
        .contract(shim!(align_strided), "align_strided(x: Tensor([_], float32, strided))")
        .accepts([f32([3]).strides([3]).offset(4)], "3")
        .value_error(
            [f32([3]).strides([3]).address(0x1001)],
            "#0 `x`: data + byte_offset is 0x1001, expected a multiple of 4 (alignment of float32)",
        );
    table
        .contract(shim!(align_16), "align_16(x: Tensor([_], float32, align 16))")
        .accepts([f32([3]).offset(32)], "3")
        .value_error(
            [f32([3]).address(0x1008)],
            "#0 `x`: data + byte_offset is 0x1008, expected a multiple of 16 (align)",
        )
        .value_error(
            [f32([3]).address(0x1000).offset(4)],
            "#0 `x`: data + byte_offset is 0x1004, expected a multiple of 16 (align)",
        );
    table
        .contract(shim!(align_const), "align_const(x: Tensor([_], uint8, align 32))")
        .accepts([u8([3])], "3")
        .value_error(
            [u8([3]).address(0x1010)],
            "#0 `x`: data + byte_offset is 0x1010, expected a multiple of 32 (align)",
        );
    table
        .contract(shim!(align_of_view), "align_of_view(x: Tensor(align 8))")
        .accepts([u8([3]).offset(8)], "3")
        .value_error(
            [f32([3]).address(0x1004)],
            "#0 `x`: data + byte_offset is 0x1004, expected a multiple of 8 (align)",
        );
    table.contract(shim!(align_none), "align_none(x: Tensor)").accepts([f64([3]).address(0x1001)], "3");
    table
        .contract(shim!(align_on_device), "align_on_device(x: Tensor([_], float32, align 16, cuda))")
        .accepts([f32([3]).address(0x1000).on("cuda")], "3")
        .value_error(
            [f32([3]).address(0x1004).on("cuda")],
            "#0 `x`: data + byte_offset is 0x1004, expected a multiple of 16 (align)",
        );
    table
}
