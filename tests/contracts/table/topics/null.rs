//! Pointers that are null: to tensors, to shapes, to elements.

use tvm_ffi::abi::TypeIndex;
use tvm_ffi::{CpuView, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn null_vector(x: CpuView<'_, f32, 1>) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn null_number(x: CpuView<'_, f32, 0>) -> f32 {
    x[[]]
}

#[tvm_ffi::export]
fn null_tensor_view(x: TensorView<'_>) -> Vec<i64> {
    x.shape().to_vec()
}

pub(crate) fn table() -> Table {
    const NULL: &str = "#0 `x`: expected Tensor, got a null DLTensor*";
    let mut table = Table::default();
    table
        .contract(shim!(null_vector), "null_vector(x: Tensor([_], float32))")
        .accepts([f32([0]).null()], "[0]")
        .value_error([null_tensor()], NULL)
        .type_error([null_pointer(TypeIndex::TENSOR)], "#0 `x`: expected Tensor, got a null pointer")
        .value_error([f32([1]).null_shape(1)], "#0 `x`: shape is null, expected 1 extent")
        .value_error([f32([3]).null()], "#0 `x`: data is null, expected memory for 3 elements")
        .value_error([f32([1]).null()], "#0 `x`: data is null, expected memory for 1 element")
        // NULL with an offset is NULL.
        .value_error([f32([3]).null().offset(64)], "#0 `x`: data is null, expected memory for 3 elements");
    table
        .contract(shim!(null_number), "null_number(x: Tensor([], float32))")
        .accepts([f32([])], "0.0")
        .accepts([f32([]).null_shape(0)], "0.0")
        .value_error([f32([]).null()], "#0 `x`: data is null, expected memory for 1 element");
    table
        .contract(shim!(null_tensor_view), "null_tensor_view(x: Tensor)")
        .value_error([null_tensor()], NULL)
        .value_error([f32([2, 3]).null_shape(2)], "#0 `x`: shape is null, expected 2 extents")
        .value_error([f32([2, 3]).null()], "#0 `x`: data is null, expected memory for 6 elements")
        // A fake tensor of a framework.
        .value_error([f32([2]).null().on("cuda")], "#0 `x`: data is null, expected memory for 2 elements");
    table
}
