//! The number of dimensions, from the type or from the contract.

use tvm_ffi::{CpuView, CpuViewD, Strided, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn rank_0(x: CpuView<'_, f32, 0>) -> f32 {
    x[[]]
}

#[tvm_ffi::export]
fn rank_2(x: CpuView<'_, f32, 2>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn rank_5(x: CpuView<'_, f32, 5>) -> f32 {
    x[[0, 1, 0, 1, 0]]
}

#[tvm_ffi::export]
fn rank_any(x: CpuViewD<'_, f32>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn rank_of_shape(#[shape(n, 3)] x: CpuViewD<'_, f32>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn rank_of_view(#[shape(_, _)] x: TensorView<'_>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn rank_at_least(#[shape(n, .., 3)] x: CpuViewD<'_, f32>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn rank_of_strides(#[strides(_, 1)] x: CpuViewD<'_, f32, Strided>) -> Vec<i64> {
    x.shape().to_vec()
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(rank_0), "rank_0(x: Tensor([], float32))")
        .accepts([f32([]).offset(8)], "2.0")
        .value_error([f32([1])], "#0 `x`: ndim is 1, expected 0 (shape is [1])");
    table
        .contract(shim!(rank_2), "rank_2(x: Tensor([_, _], float32))")
        .accepts([f32([2, 3])], "[2, 3]")
        .value_error([f32([])], "#0 `x`: ndim is 0, expected 2 (shape is [])")
        .value_error([f32([6])], "#0 `x`: ndim is 1, expected 2 (shape is [6])")
        .value_error([f32([2, 3, 4])], "#0 `x`: ndim is 3, expected 2 (shape is [2, 3, 4])")
        .value_error([f32([0])], "#0 `x`: ndim is 1, expected 2 (shape is [0])")
        .value_error([f32([2, 3]).ndim(-1)], "#0 `x`: ndim is -1, expected 0 or more")
        .value_error([f32([2, 3]).ndim(i32::MIN)], "#0 `x`: ndim is -2147483648, expected 0 or more");
    table
        .contract(shim!(rank_5), "rank_5(x: Tensor([_, _, _, _, _], float32))")
        .accepts([f32([1, 2, 1, 2, 1])], "3.0")
        .value_error([f32([1, 2, 1, 2])], "#0 `x`: ndim is 4, expected 5 (shape is [1, 2, 1, 2])");
    table
        .contract(shim!(rank_any), "rank_any(x: Tensor([..], float32))")
        .accepts([f32([])], "[]")
        .accepts([f32([1, 2, 3, 4, 5, 1])], "[1, 2, 3, 4, 5, 1]")
        .value_error([f32([]).ndim(-2)], "#0 `x`: ndim is -2, expected 0 or more");
    table
        .contract(shim!(rank_of_shape), "rank_of_shape(x: Tensor([n, 3], float32))")
        .accepts([f32([2, 3])], "[2, 3]")
        .value_error([f32([3])], "#0 `x`: ndim is 1, expected 2 (shape is [3])");
    table
        .contract(shim!(rank_of_view), "rank_of_view(x: Tensor([_, _]))")
        .accepts([u8([2, 3])], "[2, 3]")
        .value_error([u8([3])], "#0 `x`: ndim is 1, expected 2 (shape is [3])");
    table
        .contract(shim!(rank_at_least), "rank_at_least(x: Tensor([n, .., 3], float32))")
        .accepts([f32([2, 3])], "[2, 3]")
        .accepts([f32([2, 4, 5, 3])], "[2, 4, 5, 3]")
        .value_error([f32([3])], "#0 `x`: ndim is 1, expected 2 or more (shape is [3])")
        .value_error([f32([])], "#0 `x`: ndim is 0, expected 2 or more (shape is [])");
    table
        .contract(shim!(rank_of_strides), "rank_of_strides(x: Tensor([..], float32, strides [_, 1]))")
        .accepts([f32([2, 3])], "[2, 3]")
        .value_error([f32([3])], "#0 `x`: ndim is 1, expected 2 (shape is [3])");
    table
}
