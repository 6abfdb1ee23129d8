//! The number of dimensions, from the type or from the contract.

use tvm_ffi::{CpuView, CpuViewD};

use crate::support::*;

#[tvm_ffi::export]
fn rank_2(x: CpuView<'_, f32, 2>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn rank_at_least(#[shape(n, .., 3)] x: CpuViewD<'_, f32>) -> Vec<i64> {
    x.shape().to_vec()
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(rank_2), "rank_2(x: Tensor([_, _], float32))")
        .accepts([f32([2, 3])], "[2, 3]")
        .value_error([f32([])], "#0 `x`: ndim is 0, expected 2 (shape is [])")
        .value_error([f32([2, 3, 4])], "#0 `x`: ndim is 3, expected 2 (shape is [2, 3, 4])")
        .value_error([f32([2, 3]).ndim(-1)], "#0 `x`: ndim is -1, expected 0 or more");
    table
        .contract(shim!(rank_at_least), "rank_at_least(x: Tensor([n, .., 3], float32))")
        .accepts([f32([2, 3])], "[2, 3]")
        .accepts([f32([2, 4, 5, 3])], "[2, 4, 5, 3]")
        .value_error([f32([3])], "#0 `x`: ndim is 1, expected 2 or more (shape is [3])");
    table
}
