//! Tuples of views, and views in containers.

use tvm_ffi::{CpuView, CpuViewD, Strided, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn tuple_of_views(pair: (CpuView<'_, f32, 1>, CpuView<'_, i64, 2>)) -> Vec<i64> {
    vec![pair.0.shape()[0], pair.1.shape()[1]]
}

#[tvm_ffi::export]
fn tuple_mixed(item: (TensorView<'_>, String, CpuViewD<'_, f32, Strided>)) -> String {
    format!("{} {} {}", item.0.numel(), item.1, item.2.ndim())
}

#[tvm_ffi::export]
fn pairs_in_list(xs: Vec<(i64, CpuView<'_, f32, 1>)>) -> Vec<i64> {
    xs.iter().map(|(n, x)| n * x.shape()[0]).collect()
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(
            shim!(tuple_of_views),
            "tuple_of_views(pair: Tuple[Tensor([_], float32), Tensor([_, _], int64)])",
        )
        .accepts([list([f32([3]), i64([2, 4])])], "[3, 4]")
        .type_error([f32([3]).object()], "#0 `pair`: expected Tuple[Tensor, Tensor], got Tensor")
        .value_error([list([f32([3])])], "#0 `pair`: expected 2 elements, got 1")
        .type_error([list([f32([3]), value(1)])], "#0 `pair`[1]: expected Tensor, got int");
    table
        .contract(shim!(tuple_mixed), "tuple_mixed(item: Tuple[Tensor, str, Tensor([..], float32, strided)])")
        .accepts([list([u8([3]), value("a"), f32([2, 2]).strides([1, 2])])], "3 a 2")
        .type_error([list([u8([3]), value(1), f32([2])])], "#0 `item`[1]: expected str, got int");
    table
        .contract(shim!(pairs_in_list), "pairs_in_list(xs: Array[Tuple[int, Tensor([_], float32)]])")
        .accepts([list([list([value(2), f32([3])])])], "[6]")
        .value_error(
            [list([list([value(2), f32([3])]), list([value(2), f32([3, 3])])])],
            "#0 `xs`[1][1]: ndim is 2, expected 1 (shape is [3, 3])",
        );
    table
}
