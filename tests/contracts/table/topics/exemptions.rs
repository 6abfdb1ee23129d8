//! Exempt from checks: strides of dimensions of extent 1, strides and addresses of tensors without elements, NULL strides.

use tvm_ffi::{CpuView, Strided};

use crate::support::*;

#[tvm_ffi::export]
fn exempt_contiguous(x: CpuView<'_, f32, 2>) -> f32 {
    sum(x.as_slice())
}

#[tvm_ffi::export]
fn exempt_strided(#[strides(8, 1)] x: CpuView<'_, f32, 2, Strided>) -> f32 {
    sum(x.iter())
}

#[tvm_ffi::export]
fn exempt_aligned(#[align(64)] x: CpuView<'_, f64, 1>) -> i64 {
    x.dim(0) as i64
}

#[tvm_ffi::export]
fn exempt_symbols(#[shape(n, d % 4)] x: CpuView<'_, f32, 2>, #[shape(n)] y: CpuView<'_, f32, 1>) -> i64 {
    (x.numel() + y.numel()) as i64
}

pub(crate) fn table() -> Table {
    const FAR: i64 = i64::MAX;
    let mut table = Table::default();
    table
        .contract(shim!(exempt_contiguous), "exempt_contiguous(x: Tensor([_, _], float32))")
        .accepts([f32([2, 3]).null_strides()], "15.0")
        .accepts([f32([1, 3]).strides([99, 1])], "3.0")
        .accepts([f32([3, 1]).strides([1, -7])], "3.0")
        .accepts([f32([1, 1]).strides([FAR, i64::MIN]).offset(4)], "1.0")
        .accepts([f32([0, 3]).strides([7, 7])], "0.0")
        .accepts([f32([3, 0]).strides([FAR, FAR])], "0.0")
        .accepts([f32([0, 3]).null()], "0.0")
        .accepts([f32([3, 0]).null().null_strides()], "0.0")
        .accepts([f32([0, 3]).address(0x1001)], "0.0")
        // Only that dimension is exempt.
        .value_error(
            [f32([1, 3]).strides([99, 2])],
            "#0 `x`: strides are [99, 2], expected [3, 1] (contiguous, shape is [1, 3])",
        )
        .value_error(
            [f32([3, 1]).strides([2, 1])],
            "#0 `x`: strides are [2, 1], expected [1, 1] (contiguous, shape is [3, 1])",
        );
    table
        .contract(shim!(exempt_strided), "exempt_strided(x: Tensor([_, _], float32, strides [8, 1]))")
        .accepts([f32([2, 3]).strides([8, 1])], "30.0")
        .accepts([f32([1, 3]).strides([99, 1])], "3.0")
        .accepts([f32([3, 1]).strides([8, 99])], "24.0")
        .accepts([f32([0, 3]).strides([99, 99])], "0.0")
        .accepts([f32([1, 1]).strides([FAR, FAR])], "0.0")
        .accepts([f32([0, 3]).strides([FAR, FAR]).null()], "0.0")
        .value_error([f32([2, 1]).strides([9, 99])], "#0 `x`: strides[0] is 9, expected 8")
        .value_error([f32([1, 2]).strides([9, 99])], "#0 `x`: strides[1] is 99, expected 1");
    table
        .contract(shim!(exempt_aligned), "exempt_aligned(x: Tensor([_], float64, align 64))")
        .accepts([f64([0]).address(0x1001)], "0")
        .accepts([f64([0]).null().offset(3)], "0")
        .accepts([f64([1])], "1");
    table
        .contract(
            shim!(exempt_symbols),
            "exempt_symbols(x: Tensor([n, d % 4], float32), y: Tensor([n], float32))",
        )
        .accepts([f32([0, 4]).null(), f32([0]).null()], "0")
        // Extents of an empty tensor are checked too.
        .value_error([f32([2, 0]), f32([0])], "#1 `y`: shape[0] is 0, expected n = 2 (from `x`.shape[0])")
        .value_error([f32([0, 5]), f32([0])], "#0 `x`: shape[1] is 5, expected a multiple of 4");
    table
}
