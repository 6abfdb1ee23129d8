//! Other values in place of tensors, and the arguments after tensors.

use tvm_ffi::{CpuView, CpuViewMut, Tensor};

use crate::support::*;

#[tvm_ffi::export]
fn type_view(x: CpuView<'_, f32, 1>) -> f32 {
    sum(x.as_slice())
}

#[tvm_ffi::export]
fn type_mutable(mut x: CpuViewMut<'_, f32, 1>) -> f32 {
    x.as_mut_slice()[0] = 10.0;
    sum(x.as_slice())
}

#[tvm_ffi::export]
fn type_owned(x: Tensor) -> Vec<i64> {
    x.shape().to_vec()
}

#[tvm_ffi::export]
fn type_mixed(x: CpuView<'_, f32, 1>, n: u8, name: &str, #[default(2.0)] factor: f32) -> String {
    format!("{} {n} {name} {factor}", x.dim(0))
}

const MIXED: &str = "type_mixed(x: Tensor([_], float32), n: int, name: str, factor: float = 2.0)";

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(type_view), "type_view(x: Tensor([_], float32))")
        .accepts([f32([4])], "6.0")
        .type_error([value("text")], "#0 `x`: expected Tensor, got str")
        .type_error([value(1)], "#0 `x`: expected Tensor, got int")
        .type_error([none()], "#0 `x`: expected Tensor, got None")
        .type_error([list([f32([4])])], "#0 `x`: expected Tensor, got Array")
        .count_error([], "expected 1 argument, got 0")
        .count_error([f32([4]), f32([4])], "expected 1 argument, got 2");
    table
        .contract(shim!(type_mutable), "type_mutable(x: Tensor([_], float32, inout))")
        .accepts([f32([4])], "16.0")
        .type_error([value("text")], "#0 `x`: expected Tensor, got str")
        .type_error([list([f32([4])])], "#0 `x`: expected Tensor, got Array");
    table
        .contract(shim!(type_owned), "type_owned(x: Tensor)")
        .accepts([f32([2]).object()], "[2]")
        .type_error([none()], "#0 `x`: expected Tensor, got None")
        .type_error(
            [f32([2]).borrowed()],
            "#0 `x`: expected a Tensor that can be owned, got DLTensor*, which belongs to the caller \
             (take `TensorView<'_>`, or pass a `tvm_ffi.Tensor`)",
        );
    table
        .contract(shim!(type_mixed), MIXED)
        .accepts([f32([4]), value(3), value("a")], "4 3 a 2")
        .accepts([f32([4]), value(3), value("a"), value(0.5)], "4 3 a 0.5")
        .type_error([f32([4]), value(1), f32([4]).borrowed()], "#2 `name`: expected str, got Tensor")
        .count_error([f32([4]), value(3)], "expected 3 or 4 arguments, got 2");
    table
}
