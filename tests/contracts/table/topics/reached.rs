//! Memory that is written, reached through values that are not views: tensors, optional views, and containers of any depth.

use tvm_ffi::{Any, AnyView, CpuView, CpuViewD, CpuViewMut, CpuViewMutD, Map, Tensor, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn reached_in_tensor(x: Tensor, y: CpuViewMut<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn reached_in_list(xs: Vec<TensorView<'_>>, y: CpuViewMut<'_, f32, 1>) -> i64 {
    (xs.len() + y.numel()) as i64
}

#[tvm_ffi::export]
fn reached_in_optional(x: Option<CpuView<'_, f32, 1>>, y: Option<CpuViewMut<'_, f32, 1>>) -> i64 {
    (x.map_or(0, |x| x.numel()) + y.map_or(0, |y| y.numel())) as i64
}

#[tvm_ffi::export]
fn reached_in_pair(x: (CpuView<'_, f32, 1>, i64), y: CpuViewMutD<'_, f32>) -> i64 {
    (x.0.numel() + y.numel()) as i64 + x.1
}

#[tvm_ffi::export]
fn reached_in_any(x: AnyView<'_>, y: CpuViewMut<'_, f32, 1>) -> i64 {
    let _ = x;
    y.numel() as i64
}

#[tvm_ffi::export]
fn reached_in_anys(x: Vec<Any>, y: CpuViewMut<'_, f32, 1>) -> i64 {
    (x.len() + y.numel()) as i64
}

#[tvm_ffi::export]
fn reached_in_map(x: Map<String, Any>, y: CpuViewMut<'_, f32, 1>) -> i64 {
    (x.len() + y.numel()) as i64
}

#[tvm_ffi::export]
fn reached_in_lists(xs: Vec<Vec<Tensor>>, y: CpuViewMut<'_, f32, 1>) -> i64 {
    (xs.len() + y.numel()) as i64
}

#[tvm_ffi::export]
fn reached_read_only(xs: Vec<TensorView<'_>>, y: CpuViewD<'_, f32>) -> i64 {
    (xs.len() + y.numel()) as i64
}

const SHARED: &str = "#1 `y`: shares memory with argument #0 `x`, expected memory of its own";

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(reached_in_tensor), "reached_in_tensor(x: Tensor, y: Tensor([_], float32, inout))")
        .accepts([f32([4]).object(), f32([4])], "8")
        .value_error([f32([4]).at(0).object(), f32([4]).at(0)], SHARED);
    table
        .contract(
            shim!(reached_in_list),
            "reached_in_list(xs: Array[Tensor], y: Tensor([_], float32, inout))",
        )
        .accepts([list([f32([4]), f32([4])]), f32([4])], "6")
        // Elements that are only read may share.
        .accepts([list([f32([4]).at(0), f32([4]).at(0)]), f32([4])], "6")
        .accepts([list([]), f32([4])], "4")
        .value_error(
            [list([f32([4]), f32([4]), f32([4]).at(0)]), f32([4]).at(4)],
            "#1 `y`: shares memory with argument #0 `xs`[2], expected memory of its own",
        );
    table
        .contract(
            shim!(reached_in_optional),
            "reached_in_optional(x: Optional[Tensor([_], float32)], y: Optional[Tensor([_], float32, inout)])",
        )
        .accepts([f32([4]), f32([4])], "8")
        .accepts([none(), f32([4]).at(0)], "4")
        .accepts([f32([4]).at(0), none()], "4")
        .value_error([f32([4]).at(0), f32([4]).at(0)], SHARED);
    table
        .contract(
            shim!(reached_in_pair),
            "reached_in_pair(x: Tuple[Tensor([_], float32), int], y: Tensor([..], float32, inout))",
        )
        .accepts([list([f32([4]), value(1)]), f32([4])], "9")
        .value_error(
            [list([f32([4]).at(0), value(1)]), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #0 `x`[0], expected memory of its own",
        );
    table
        .contract(shim!(reached_in_any), "reached_in_any(x: Any, y: Tensor([_], float32, inout))")
        .accepts([value("text"), f32([4])], "4")
        .accepts([f32([4]), f32([4])], "4")
        .value_error([f32([4]).at(0), f32([4]).at(0)], SHARED)
        .value_error(
            [list([value(1), f32([4]).at(0)]), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #0 `x`[1], expected memory of its own",
        );
    table
        .contract(shim!(reached_in_anys), "reached_in_anys(x: Array[Any], y: Tensor([_], float32, inout))")
        .accepts([list([value(1), f32([4])]), f32([4])], "6")
        .value_error(
            [list([value(1), f32([4]).at(0)]), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #0 `x`[1], expected memory of its own",
        )
        .value_error(
            [list([value(1), list([none(), f32([4]).at(0)])]), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #0 `x`[1][1], expected memory of its own",
        );
    table
        .contract(shim!(reached_in_map), "reached_in_map(x: Map[str, Any], y: Tensor([_], float32, inout))")
        .accepts([map("key", f32([4])), f32([4])], "5")
        .value_error(
            [map("key", f32([4]).at(0)), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #0 `x`[\"key\"], expected memory of its own",
        );
    table
        .contract(
            shim!(reached_in_lists),
            "reached_in_lists(xs: Array[Array[Tensor]], y: Tensor([_], float32, inout))",
        )
        .accepts([list([list([f32([4])]), list([])]), f32([4])], "6")
        .value_error(
            [list([list([]), list([f32([4]), f32([4]).at(0)])]), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #0 `xs`[1][1], expected memory of its own",
        );
    table
        .contract(shim!(reached_read_only), "reached_read_only(xs: Array[Tensor], y: Tensor([..], float32))")
        .accepts([list([f32([4]).at(0)]), f32([4]).at(0)], "5");
    table
}
