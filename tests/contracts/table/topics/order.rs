//! The order of checks: type, null, rank, dtype, device, shape, strides, alignment, overlap. Each is checked
//! for all arguments before the next.

use tvm_ffi::{CpuView, CpuViewMut, Strided};

use crate::support::*;

#[tvm_ffi::export]
fn order_of_two(
    #[shape(n, d)]
    #[align(16)]
    x: CpuView<'_, f32, 2>,
    #[shape(d)] y: CpuViewMut<'_, f32, 1>,
    #[shape(n)]
    #[strides(1)]
    z: CpuView<'_, f64, 1, Strided>,
) -> i64 {
    (x.numel() + y.numel() + z.numel()) as i64
}

const TWO: &str = "order_of_two(x: Tensor([n, d], float32, align 16), y: Tensor([d], float32, inout), \
                   z: Tensor([n], float64, strides [1]))";

/// A first argument with wrong alignment and overlap.
fn misaligned() -> Arg {
    f32([2, 3]).address(0x1004)
}

/// A first argument with wrong strides, alignment, and overlap.
fn transposed() -> Arg {
    misaligned().strides([1, 2])
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(order_of_two), TWO)
        .accepts([f32([2, 3]), f32([3]), f64([2])], "11")
        // The number of arguments comes before everything.
        .count_error([value(1), value(2)], "expected 3 arguments, got 2")
        // Type before null.
        .type_error([null_tensor(), value(1), f64([2])], "#1 `y`: expected Tensor, got int")
        // Null before rank.
        .value_error([f32([2]), null_tensor(), f64([2])], "#1 `y`: expected Tensor, got a null DLTensor*")
        // Rank before dtype.
        .value_error([f64([2]), f32([3]), f64([2])], "#0 `x`: ndim is 1, expected 2 (shape is [2])")
        // Dtype before device.
        .type_error(
            [f32([2, 3]).on("cuda"), f32([3]), f32([2])],
            "#2 `z`: dtype is float32, expected float64",
        )
        // Device before shape.
        .value_error([f32([2, 3]), f32([4]), f64([2]).on("rocm")], "#2 `z`: device is rocm:0, expected cpu")
        // Shape before strides.
        .value_error(
            [transposed(), f32([4]), f64([2])],
            "#1 `y`: shape[0] is 4, expected d = 3 (from `x`.shape[1])",
        )
        // Strides before alignment.
        .value_error(
            [transposed(), f32([3]), f64([2])],
            "#0 `x`: strides are [1, 2], expected [3, 1] (contiguous, shape is [2, 3])",
        )
        .value_error(
            [misaligned(), f32([3]).strides([2]), f64([2])],
            "#1 `y`: strides are [2], expected [1] (contiguous, shape is [3])",
        )
        // Alignment before overlap.
        .value_error(
            [f32([2, 3]).at(0), f32([3]).at(0), f64([2]).address(0x1004)],
            "#2 `z`: data + byte_offset is 0x1004, expected a multiple of 8 (alignment of float64)",
        )
        // Only overlap is wrong.
        .value_error(
            [f32([2, 3]).at(0), f32([3]).at(20), f64([2])],
            "#1 `y`: shares memory with argument #0 `x`, expected memory of its own",
        )
        // Of several arguments with the same mistake, the first is reported.
        .value_error(
            [f32([2, 3]).on("cuda"), f32([3]).on("rocm"), f64([2]).on("metal")],
            "#0 `x`: device is cuda:0, expected cpu",
        )
        .type_error([i64([2, 3]), i64([3]), i64([2])], "#0 `x`: dtype is int64, expected float32");
    table
}
