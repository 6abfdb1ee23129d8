//! Strides, in elements: those of contiguous tensors, and those that a contract asks for.

use tvm_ffi::{CpuView, CpuViewD, Strided};

use crate::support::*;

#[tvm_ffi::export]
fn stride_contiguous(x: CpuView<'_, f32, 2>) -> f32 {
    sum(x.as_slice())
}

/// The digits of the elements, in order.
#[tvm_ffi::export]
fn stride_any(x: CpuView<'_, f32, 2, Strided>) -> String {
    x.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(" ")
}

#[tvm_ffi::export]
fn stride_last(#[strides(_, 1)] x: CpuView<'_, f32, 2, Strided>) -> f32 {
    x[[1, 1]]
}

#[tvm_ffi::export]
fn stride_shared(
    #[strides(ld, 1)] x: CpuView<'_, f32, 2, Strided>,
    #[strides(ld, 1)] y: CpuView<'_, f32, 2, Strided>,
) -> f32 {
    x[[0, 0]] + y[[0, 0]]
}

#[tvm_ffi::export]
fn stride_rest(#[strides(.., 1)] x: CpuViewD<'_, f32, Strided>) -> i64 {
    x.ndim() as i64
}

#[tvm_ffi::export]
fn stride_reach(x: CpuView<'_, f32, 1, Strided>) -> i64 {
    x.dim(0) as i64
}

pub(crate) fn table() -> Table {
    const FAR: i64 = i64::MAX;
    let mut table = Table::default();
    table
        .contract(shim!(stride_contiguous), "stride_contiguous(x: Tensor([_, _], float32))")
        .accepts([f32([2, 3])], "15.0")
        .value_error(
            [f32([2, 3]).strides([1, 2])],
            "#0 `x`: strides are [1, 2], expected [3, 1] (contiguous, shape is [2, 3])",
        )
        .value_error(
            [f32([2, 3]).strides([4, 1])],
            "#0 `x`: strides are [4, 1], expected [3, 1] (contiguous, shape is [2, 3])",
        );
    table
        .contract(shim!(stride_any), "stride_any(x: Tensor([_, _], float32, strided))")
        .accepts([f32([2, 3])], "0 1 2 3 4 5")
        .accepts([f32([2, 3]).strides([1, 2])], "0 2 4 1 3 5")
        .accepts([f32([2, 3]).strides([10, 3])], "0 3 6 10 13 16")
        .accepts([f32([2, 3]).strides([-3, -1]).offset(20)], "5 4 3 2 1 0")
        .accepts([f32([2, 3]).strides([0, 0]).offset(4)], "1 1 1 1 1 1")
        .accepts([f32([2, 3]).strides([1, 0])], "0 0 0 1 1 1")
        .accepts([f32([2, 3]).null_strides()], "0 1 2 3 4 5");
    table
        .contract(shim!(stride_last), "stride_last(x: Tensor([_, _], float32, strides [_, 1]))")
        .accepts([f32([2, 3])], "4.0")
        .accepts([f32([2, 3]).strides([7, 1])], "8.0")
        .value_error([f32([2, 3]).strides([1, 2])], "#0 `x`: strides[1] is 2, expected 1");
    table
        .contract(
            shim!(stride_shared),
            "stride_shared(x: Tensor([_, _], float32, strides [ld, 1]), \
             y: Tensor([_, _], float32, strides [ld, 1]))",
        )
        .accepts([f32([2, 3]).strides([8, 1]), f32([3, 4]).strides([8, 1])], "0.0")
        .accepts([f32([2, 3]), f32([3, 4]).strides([3, 1])], "0.0")
        .value_error(
            [f32([2, 3]).strides([8, 1]), f32([2, 3]).strides([7, 1])],
            "#1 `y`: strides[0] is 7, expected ld = 8 (from `x`.strides[0])",
        )
        .value_error(
            [f32([2, 3]).null_strides(), f32([2, 3]).strides([4, 1])],
            "#1 `y`: strides[0] is 4, expected ld = 3 (from `x`.strides[0])",
        )
        // The stride of a single row binds no symbol, so the other tensor binds it.
        .accepts([f32([1, 3]).strides([99, 1]), f32([2, 3]).strides([7, 1])], "0.0")
        .accepts([f32([2, 3]).strides([7, 1]), f32([1, 3]).strides([99, 1])], "0.0")
        .value_error(
            [f32([1, 3]).strides([99, 1]), f32([2, 3]).strides([7, 2])],
            "#1 `y`: strides[1] is 2, expected 1",
        );
    table
        .contract(shim!(stride_rest), "stride_rest(x: Tensor([..], float32, strides [.., 1]))")
        .accepts([f32([2, 3, 4]).strides([1, 2, 1])], "3")
        .accepts([f32([3])], "1")
        .value_error([f32([2, 3, 4]).strides([1, 2, 3])], "#0 `x`: strides[2] is 3, expected 1")
        .value_error([f32([])], "#0 `x`: ndim is 0, expected 1 or more (shape is [])");
    table
        .contract(shim!(stride_reach), "stride_reach(x: Tensor([_], float32, strided))")
        .value_error(
            [f32([3]).strides([FAR])],
            "#0 `x`: strides are [9223372036854775807], which reach beyond memory (shape is [3])",
        )
        .value_error(
            [f32([2]).strides([i64::MIN])],
            "#0 `x`: strides are [-9223372036854775808], which reach beyond memory (shape is [2])",
        );
    table
}
