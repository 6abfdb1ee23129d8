//! Overlap of a mutable view with another argument.

use tvm_ffi::{CpuCells, CpuView, CpuViewMut, CpuViewMutD, CudaView, CudaViewMut, Strided, TensorView};

use crate::support::*;

#[tvm_ffi::export]
fn overlap_after(x: CpuView<'_, f32, 1>, y: CpuViewMut<'_, f32, 1>) -> f32 {
    sum(x.as_slice().iter().chain(y.as_slice()))
}

#[tvm_ffi::export]
fn overlap_before(y: CpuViewMut<'_, f32, 1>, x: CpuView<'_, f32, 1>) -> f32 {
    sum(x.as_slice().iter().chain(y.as_slice()))
}

#[tvm_ffi::export]
fn overlap_both(x: CpuViewMut<'_, f32, 1>, y: CpuViewMut<'_, f32, 1>) -> f32 {
    sum(x.as_slice().iter().chain(y.as_slice()))
}

#[tvm_ffi::export]
fn overlap_neither(x: CpuView<'_, f32, 1>, y: TensorView<'_>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_of_dtypes(x: CpuView<'_, u8, 1>, y: CpuViewMutD<'_, f64>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_three(
    x: CpuView<'_, f32, 1>,
    y: CpuViewMut<'_, f32, 1>,
    z: CpuViewMut<'_, f32, 1>,
    n: i64,
) -> i64 {
    (x.numel() + y.numel() + z.numel()) as i64 + n
}

#[tvm_ffi::export]
fn overlap_strided(x: CpuView<'_, f32, 2, Strided>, y: CpuViewMut<'_, f32, 2, Strided>) -> f32 {
    sum(x.iter().chain(y.iter()))
}

#[tvm_ffi::export]
fn overlap_of_view(x: TensorView<'_>, y: CpuViewMut<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_allowed(x: CpuCells<'_, f32, 1>, #[alias(x)] y: CpuCells<'_, f32, 1>) -> f32 {
    y.set([0], 100.0);
    x[[0]].get()
}

#[tvm_ffi::export]
fn overlap_allowed_for_one(
    x: CpuCells<'_, f32, 1>,
    #[alias(x)] y: CpuCells<'_, f32, 1>,
    z: CpuView<'_, f32, 1>,
) -> i64 {
    (x.numel() + y.numel() + z.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_of_cells(x: CpuCells<'_, f32, 1>, y: CpuCells<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_on_device(x: CudaView<'_, f32, 1>, y: CudaViewMut<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_allowed_on_device(x: CudaView<'_, f32, 1>, #[alias(x)] y: CudaViewMut<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn overlap_many(
    a: CpuViewMut<'_, f32, 1>,
    b: CpuViewMut<'_, f32, 2, Strided>,
    c: CpuView<'_, f32, 1>,
    d: TensorView<'_>,
    e: Option<CpuViewMut<'_, f32, 1>>,
    f: CpuCells<'_, f32, 1>,
    #[alias(f)] g: CpuCells<'_, f32, 1>,
) -> i64 {
    let e = e.map_or(0, |e| e.numel());
    (a.numel() + b.numel() + c.numel() + d.numel() + e + f.numel() + g.numel()) as i64
}

const X: &str = "shares memory with argument #0 `x`, expected memory of its own";
const X_OR_INTERLEAVED: &str =
    "shares memory with argument #0 `x` or is interleaved with it, expected memory of its own";

fn blamed(argument: &str, text: &str) -> String {
    format!("{argument}: {text}")
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    let y_shares_x = blamed("#1 `y`", X);
    table
        .contract(
            shim!(overlap_after),
            "overlap_after(x: Tensor([_], float32), y: Tensor([_], float32, inout))",
        )
        .accepts([f32([4]), f32([4])], "12.0")
        .accepts([f32([4]).at(0), f32([4]).at(16)], "28.0")
        .accepts([f32([4]).at(16), f32([4]).at(0)], "28.0")
        .value_error([f32([4]).at(0), f32([4]).at(0)], &y_shares_x)
        .value_error([f32([4]).at(0), f32([4]).at(12)], &y_shares_x)
        .value_error([f32([4]).at(12), f32([4]).at(0)], &y_shares_x)
        .value_error([f32([8]).at(0), f32([1]).at(8)], &y_shares_x)
        .value_error([f32([1]).at(8), f32([8]).at(0)], &y_shares_x)
        // The check uses the first element, not `data`.
        .value_error([f32([4]).at(0).offset(32), f32([4]).at(32)], &y_shares_x)
        .accepts([f32([2]).at(0).offset(8), f32([2]).at(0)], "6.0")
        // Empty tensors do not overlap.
        .accepts([f32([0]).at(0), f32([4]).at(0)], "6.0")
        .accepts([f32([4]).at(0), f32([0]).at(4)], "6.0");
    table
        .contract(
            shim!(overlap_before),
            "overlap_before(y: Tensor([_], float32, inout), x: Tensor([_], float32))",
        )
        .accepts([f32([4]), f32([4])], "12.0")
        // The error names the mutable view.
        .value_error(
            [f32([4]).at(0), f32([4]).at(8)],
            "#0 `y`: shares memory with argument #1 `x`, expected memory of its own",
        );
    table
        .contract(
            shim!(overlap_both),
            "overlap_both(x: Tensor([_], float32, inout), y: Tensor([_], float32, inout))",
        )
        .accepts([f32([4]), f32([4])], "12.0")
        .value_error([f32([4]).at(0), f32([4]).at(8)], &y_shares_x);
    table
        .contract(shim!(overlap_neither), "overlap_neither(x: Tensor([_], float32), y: Tensor)")
        .accepts([f32([4]).at(0), f32([4]).at(0)], "8");
    table
        .contract(
            shim!(overlap_of_dtypes),
            "overlap_of_dtypes(x: Tensor([_], uint8), y: Tensor([..], float64, inout))",
        )
        .accepts([u8([8]).at(0), f64([1]).at(8)], "9")
        .value_error([u8([9]).at(0), f64([1]).at(8)], &y_shares_x)
        .value_error([u8([1]).at(15), f64([1]).at(8)], &y_shares_x)
        .accepts([u8([1]).at(16), f64([1]).at(8)], "2");
    table
        .contract(
            shim!(overlap_three),
            "overlap_three(x: Tensor([_], float32), y: Tensor([_], float32, inout), \
             z: Tensor([_], float32, inout), n: int)",
        )
        .accepts([f32([4]), f32([4]), f32([4]), value(0)], "12")
        .value_error([f32([4]).at(0), f32([4]), f32([4]).at(0), value(0)], &blamed("#2 `z`", X))
        .value_error(
            [f32([4]), f32([4]).at(0), f32([4]).at(0), value(0)],
            "#2 `z`: shares memory with argument #1 `y`, expected memory of its own",
        )
        .value_error([f32([4]).at(0), f32([4]).at(0), f32([4]).at(0), value(0)], &y_shares_x);
    let y_is_between = blamed("#1 `y`", X_OR_INTERLEAVED);
    table
        .contract(
            shim!(overlap_strided),
            "overlap_strided(x: Tensor([_, _], float32, strided), y: Tensor([_, _], float32, strided, inout))",
        )
        .accepts([f32([2, 2]).at(0), f32([2, 2]).at(16)], "28.0")
        .value_error([f32([2, 2]).at(0), f32([2, 2]).at(8)], &y_shares_x)
        // Columns of one matrix: no element is shared, but the runs from first to last are interleaved.
        .value_error(
            [f32([4, 1]).strides([2, 1]).at(0), f32([4, 1]).strides([2, 1]).at(4)],
            &y_is_between,
        )
        .value_error(
            [f32([2, 2]).strides([4, 1]).at(0), f32([2, 2]).strides([4, 1]).at(8)],
            &y_is_between,
        )
        .value_error([f32([2, 2]).strides([1, 2]).at(0), f32([1, 1]).at(12)], &y_is_between)
        // Rows of one matrix do not overlap.
        .accepts([f32([1, 4]).strides([8, 1]).at(0), f32([1, 4]).strides([8, 1]).at(16)], "28.0")
        // A negative stride reaches below the first element.
        .value_error([f32([1, 4]).strides([4, -1]).at(28), f32([1, 1]).at(16)], &y_is_between)
        .accepts([f32([1, 4]).strides([4, -1]).at(28), f32([1, 1]).at(32)], "30.0");
    table
        .contract(shim!(overlap_of_view), "overlap_of_view(x: Tensor, y: Tensor([_], float32, inout))")
        .accepts([i64([4]), f32([4])], "8")
        .value_error([i64([1]).at(8), f32([4]).at(0)], &y_shares_x)
        // Another device has other memory.
        .accepts([i64([4]).at(0).on("cuda"), f32([4]).at(0)], "8")
        // All devices of type `cpu` share one memory.
        .value_error([i64([4]).at(0).on("cpu:1"), f32([4]).at(0)], &y_shares_x)
        // The check compares bytes, not elements.
        .accepts([tensor(tvm_ffi::DType::F4_E2M1FN, [8]).at(0), f32([4]).at(4)], "12")
        .value_error([tensor(tvm_ffi::DType::F4_E2M1FN, [9]).at(0), f32([4]).at(4)], &y_shares_x)
        .value_error([f32([2]).strides([4]).at(0), f32([1]).at(8)], &y_is_between);
    table
        .contract(
            shim!(overlap_allowed),
            "overlap_allowed(x: Tensor([_], float32, inout), y: Tensor([_], float32, inout, alias x))",
        )
        .accepts([f32([4]), f32([4])], "0.0")
        .accepts([f32([4]).at(0), f32([4]).at(0)], "100.0");
    table
        .contract(
            shim!(overlap_allowed_for_one),
            "overlap_allowed_for_one(x: Tensor([_], float32, inout), y: Tensor([_], float32, inout, alias x), \
             z: Tensor([_], float32))",
        )
        .accepts([f32([4]).at(0), f32([4]).at(0), f32([4])], "12")
        // The error names the pair of the first mutable view.
        .value_error(
            [f32([4]).at(0), f32([4]), f32([4]).at(0)],
            "#0 `x`: shares memory with argument #2 `z`, expected memory of its own",
        )
        .value_error(
            [f32([4]), f32([4]).at(0), f32([4]).at(0)],
            "#1 `y`: shares memory with argument #2 `z`, expected memory of its own",
        );
    table
        .contract(
            shim!(overlap_of_cells),
            "overlap_of_cells(x: Tensor([_], float32, inout), y: Tensor([_], float32, inout))",
        )
        .accepts([f32([4]), f32([4])], "8")
        .value_error([f32([4]).at(0), f32([4]).at(0)], &y_shares_x);
    let cuda = |at| f32([4]).address(at).on("cuda");
    table
        .contract(
            shim!(overlap_on_device),
            "overlap_on_device(x: Tensor([_], float32, cuda), y: Tensor([_], float32, cuda, inout))",
        )
        .accepts([cuda(0x1000), cuda(0x1010)], "8")
        .value_error([cuda(0x1000), cuda(0x100c)], &y_shares_x);
    table
        .contract(
            shim!(overlap_allowed_on_device),
            "overlap_allowed_on_device(x: Tensor([_], float32, cuda), \
             y: Tensor([_], float32, cuda, inout, alias x))",
        )
        .accepts([cuda(0x1000), cuda(0x1000)], "8");
    many(&mut table);
    table
}

/// So many tensors are compared all at once.
fn many(table: &mut Table) {
    let all = |change: &dyn Fn(&mut [Arg; 7])| {
        let [b, d, e] = [f32([2, 2]), f32([4]), f32([4])];
        let mut arguments = [f32([4]), b, f32([4]), d, e, f32([4]), f32([4])];
        change(&mut arguments);
        arguments
    };
    let shared = |of: &str, with: &str| {
        blamed(of, &format!("shares memory with argument {with}, expected memory of its own"))
    };
    table
        .contract(
            shim!(overlap_many),
            "overlap_many(a: Tensor([_], float32, inout), b: Tensor([_, _], float32, strided, inout), \
             c: Tensor([_], float32), d: Tensor, e: Optional[Tensor([_], float32, inout)], \
             f: Tensor([_], float32, inout), g: Tensor([_], float32, inout, alias f))",
        )
        .accepts(all(&|_| ()), "28")
        .accepts(all(&|of| of[4] = none()), "24")
        // Both are read.
        .accepts(all(&|of| (of[2], of[3]) = (f32([4]).at(0), f32([4]).at(0))), "28")
        .accepts(all(&|of| (of[5], of[6]) = (f32([4]).at(0), f32([4]).at(0))), "28")
        .accepts(all(&|of| of[3] = f32([4]).on("cuda")), "28")
        .accepts(all(&|of| (of[3], of[0]) = (f32([4]).at(0).on("cuda"), f32([4]).at(0))), "28")
        .accepts(all(&|of| (of[0], of[6]) = (f32([0]).at(4), f32([4]).at(0))), "24")
        .value_error(
            all(&|of| (of[0], of[6]) = (f32([4]).at(0), f32([4]).at(12))),
            &shared("#6 `g`", "#0 `a`"),
        )
        .value_error(
            all(&|of| (of[3], of[4]) = (f32([4]).at(0), f32([4]).at(12))),
            &shared("#4 `e`", "#3 `d`"),
        )
        .value_error(
            all(&|of| (of[1], of[2]) = (f32([2, 2]).strides([1, 2]).at(0), f32([1]).at(12))),
            "#1 `b`: shares memory with argument #2 `c` or is interleaved with it, expected memory of its own",
        );
}
