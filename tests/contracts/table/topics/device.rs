//! Devices.

use tvm_ffi::{CpuView, CudaView, TensorView};

/// A type alias of a view.
type Vector<'a> = CudaView<'a, f32, 1>;

use crate::support::*;

#[tvm_ffi::export]
fn device_cpu(x: CpuView<'_, f32, 1>) -> String {
    x.device().to_string()
}

#[tvm_ffi::export]
fn device_cuda(x: CudaView<'_, f32, 1>) -> String {
    x.device().to_string()
}

#[tvm_ffi::export]
fn device_three(x: TensorView<'_>, y: Option<Vector<'_>>, zs: Vec<TensorView<'_>>) -> String {
    format!("{} {} {}", x.device(), y.is_some(), zs.len())
}

#[tvm_ffi::export]
fn device_listed(#[device(cpu, cuda)] x: TensorView<'_>) -> String {
    x.device().to_string()
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(device_cpu), "device_cpu(x: Tensor([_], float32))")
        .accepts([f32([3])], "cpu:0")
        .accepts([f32([3]).on("cpu:1")], "cpu:1")
        .value_error([f32([3]).on("cuda")], "#0 `x`: device is cuda:0, expected cpu")
        .accepts([f32([3]).on("cuda_host")], "cuda_host:0")
        .value_error([f32([3]).on("metal:2")], "#0 `x`: device is metal:2, expected cpu");
    table
        .contract(shim!(device_cuda), "device_cuda(x: Tensor([_], float32, cuda))")
        .accepts([f32([3]).on("cuda")], "cuda:0")
        .accepts([f32([3]).on("cuda:3")], "cuda:3")
        .value_error([f32([3])], "#0 `x`: device is cpu:0, expected cuda")
        .value_error([f32([3]).on("cuda_managed")], "#0 `x`: device is cuda_managed:0, expected cuda");
    let on = |device: &str| f32([3]).on(device);
    table
        .contract(
            shim!(device_three),
            "device_three(x: Tensor, y: Optional[Tensor([_], float32, cuda)], zs: Array[Tensor])",
        )
        .accepts([on("cuda:1"), on("cuda:1"), list([on("cuda:1"), on("cpu"), on("cuda:1")])], "cuda:1 true 3")
        // Only GPUs have to agree.
        .accepts([on("cpu:1"), on("cuda:2"), list([on("rocm:3"), on("cpu")])], "cpu:1 true 2")
        .accepts([on("rocm:1"), none(), list([on("rocm:2"), on("cuda:3")])], "rocm:1 false 2")
        .value_error(
            [on("cuda:1"), on("cuda:2"), list([])],
            "#1 `y`: device is cuda:2, expected cuda:1 (from `x`)",
        )
        .value_error(
            [on("cuda:1"), none(), list([on("cuda:1"), on("cuda:0")])],
            "#2 `zs`[1]: device is cuda:0, expected cuda:1 (from `x`)",
        )
        .value_error(
            [on("cpu"), none(), list([on("cpu"), on("cuda:3"), on("cuda:0")])],
            "#2 `zs`[2]: device is cuda:0, expected cuda:3 (from `zs`[1])",
        )
        // Only tensors that are valid are compared.
        .value_error(
            [f32([-1]).on("cuda:1"), on("cuda:2"), list([])],
            "#0 `x`: shape[0] is -1, expected 0 or more",
        );
    table
        .contract(shim!(device_listed), "device_listed(x: Tensor(cpu | cuda))")
        .accepts([f32([3])], "cpu:0")
        .accepts([f32([3]).on("cuda:1")], "cuda:1")
        .value_error([f32([3]).on("rocm")], "#0 `x`: device is rocm:0, expected one of cpu, cuda");
    table
}
