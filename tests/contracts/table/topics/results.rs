//! Declared results.

use tvm_ffi::{CpuView, DType, Device, Result, Tensor, TensorMut, bail};

use crate::support::*;

#[tvm_ffi::export]
fn result_new(#[shape(n, d)] x: CpuView<'_, f32, 2>) -> Result<Tensor> {
    Tensor::zeros(DType::F32, Device::cpu(), &[x.shape()[1], x.shape()[0]])
}

#[tvm_ffi::export]
fn result_same(x: Tensor) -> Tensor {
    x
}

#[tvm_ffi::export]
fn result_optional(x: CpuView<'_, f32, 1>) -> Result<Option<Tensor>> {
    if x.numel() == 0 { Ok(None) } else { Tensor::from_vec(x.as_slice().to_vec(), x.shape()).map(Some) }
}

#[tvm_ffi::export]
fn result_pair(x: CpuView<'_, f32, 1>) -> Result<(Tensor, f32)> {
    let first = x.as_slice().first().copied().unwrap_or(-1.0);
    Ok((Tensor::from_slice(x.as_slice(), x.shape())?, first))
}

#[tvm_ffi::export]
fn result_mutable(x: CpuView<'_, f64, 1>) -> Result<TensorMut> {
    let mut result = TensorMut::from_vec(x.as_slice().to_vec(), x.shape())?;
    result.try_cpu_mut::<f64, 1>()?.as_mut_slice().reverse();
    Ok(result)
}

#[tvm_ffi::export]
fn result_list(x: CpuView<'_, f32, 2>) -> Result<Vec<Tensor>> {
    x.rows().map(|row| Tensor::from_slice(row, &[row.len() as i64])).collect()
}

#[tvm_ffi::export]
fn result_error(x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    bail!(IndexError, "no result for {}", x.dim(0))
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(result_new), "result_new(x: Tensor([n, d], float32))")
        .accepts([f32([2, 3])], "Tensor(float32[3, 2], cpu:0)")
        .accepts([f32([0, 3])], "Tensor(float32[3, 0], cpu:0)")
        .value_error([f32([2])], "#0 `x`: ndim is 1, expected 2 (shape is [2])");
    table
        .contract(shim!(result_same), "result_same(x: Tensor)")
        .accepts([i64([2, 3]).object()], "Tensor(int64[2, 3], cpu:0)");
    table
        .contract(shim!(result_optional), "result_optional(x: Tensor([_], float32))")
        .accepts([f32([0])], "None")
        .accepts([f32([2])], "Tensor(float32[2], cpu:0)");
    table
        .contract(shim!(result_pair), "result_pair(x: Tensor([_], float32))")
        .accepts([f32([2]).offset(12)], "[Tensor(float32[2], cpu:0), 3.0]");
    table
        .contract(shim!(result_mutable), "result_mutable(x: Tensor([_], float64))")
        .accepts([f64([4])], "Tensor(float64[4], cpu:0)");
    table
        .contract(shim!(result_list), "result_list(x: Tensor([_, _], float32))")
        .accepts([f32([2, 3])], "[Tensor(float32[3], cpu:0), Tensor(float32[3], cpu:0)]")
        .accepts([f32([0, 3])], "[]");
    table
        .contract(shim!(result_error), "result_error(x: Tensor([_], float32))")
        .raises([f32([2])], "IndexError", "no result for 2")
        .type_error([f64([2])], "#0 `x`: dtype is float64, expected float32");
    table
}
