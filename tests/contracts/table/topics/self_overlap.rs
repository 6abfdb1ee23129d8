//! A mutable view reaches each of its elements once.

use tvm_ffi::{CpuView, CpuViewMut, CpuViewMutD, CudaViewMut, Strided};

use crate::support::*;

#[tvm_ffi::export]
fn twice_1(x: CpuViewMut<'_, f32, 1, Strided>) -> f32 {
    sum(x.iter())
}

#[tvm_ffi::export]
fn twice_2(x: CpuViewMut<'_, f32, 2, Strided>) -> f32 {
    sum(x.iter())
}

#[tvm_ffi::export]
fn twice_3(x: CpuViewMut<'_, u8, 3, Strided>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn twice_any_rank(x: CpuViewMutD<'_, f32, Strided>) -> i64 {
    x.numel() as i64
}

#[tvm_ffi::export]
fn twice_read(x: CpuView<'_, f32, 2, Strided>) -> f32 {
    sum(x.iter())
}

#[tvm_ffi::export]
fn twice_on_device(x: CudaViewMut<'_, f32, 1, Strided>) -> i64 {
    x.numel() as i64
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(twice_1), "twice_1(x: Tensor([_], float32, strided, inout))")
        .accepts([f32([4]).strides([3])], "18.0")
        .accepts([f32([4]).strides([-1]).offset(12)], "6.0")
        .accepts([f32([1]).strides([0])], "0.0")
        .accepts([f32([0]).strides([0])], "0.0")
        .value_error(
            [f32([4]).strides([0])],
            "#0 `x`: strides are [0], which may reach an element twice (shape is [4])",
        );
    table
        .contract(shim!(twice_2), "twice_2(x: Tensor([_, _], float32, strided, inout))")
        .accepts([f32([2, 3]).strides([1, 2])], "15.0")
        .accepts([f32([2, 3]).strides([-3, 1]).offset(12)], "15.0")
        .accepts([f32([1, 3]).strides([0, 1])], "3.0")
        .value_error(
            [f32([3, 4]).strides([0, 1])],
            "#0 `x`: strides are [0, 1], which may reach an element twice (shape is [3, 4])",
        )
        .value_error(
            [f32([2, 2]).strides([1, 1])],
            "#0 `x`: strides are [1, 1], which may reach an element twice (shape is [2, 2])",
        )
        .value_error(
            [f32([2, 2]).strides([1, -1]).offset(4)],
            "#0 `x`: strides are [1, -1], which may reach an element twice (shape is [2, 2])",
        )
        // No address occurs twice, 0 2 4 3 5 7, but the dimensions are interleaved.
        .value_error(
            [f32([2, 3]).strides([3, 2])],
            "#0 `x`: strides are [3, 2], which may reach an element twice (shape is [2, 3])",
        )
        // 2 * 3 is 3 * 2.
        .value_error(
            [f32([3, 4]).strides([3, 2])],
            "#0 `x`: strides are [3, 2], which may reach an element twice (shape is [3, 4])",
        )
        // A window of three that moves by one.
        .value_error(
            [f32([5, 3]).strides([1, 1])],
            "#0 `x`: strides are [1, 1], which may reach an element twice (shape is [5, 3])",
        );
    table
        .contract(shim!(twice_3), "twice_3(x: Tensor([_, _, _], uint8, strided, inout))")
        .accepts([u8([2, 2, 2]).strides([3, 5, 9])], "8")
        .value_error(
            // 3 + 4 is 7.
            [u8([2, 2, 2]).strides([3, 4, 7])],
            "#0 `x`: strides are [3, 4, 7], which may reach an element twice (shape is [2, 2, 2])",
        );
    table
        .contract(shim!(twice_any_rank), "twice_any_rank(x: Tensor([..], float32, strided, inout))")
        .accepts([f32([]).strides([])], "1")
        .accepts([f32([2, 3]).null_strides()], "6")
        .value_error(
            [f32([2, 3, 4]).strides([12, 0, 1])],
            "#0 `x`: strides are [12, 0, 1], which may reach an element twice (shape is [2, 3, 4])",
        );
    table
        .contract(shim!(twice_read), "twice_read(x: Tensor([_, _], float32, strided))")
        .accepts([f32([3, 4]).strides([0, 1])], "18.0");
    table
        .contract(shim!(twice_on_device), "twice_on_device(x: Tensor([_], float32, strided, cuda, inout))")
        .accepts([f32([3]).strides([2]).on("cuda")], "3")
        .value_error(
            [f32([3]).strides([0]).on("cuda")],
            "#0 `x`: strides are [0], which may reach an element twice (shape is [3])",
        );
    table
}
