//! Optional tensors: a present one is checked, an absent one binds no symbol.

use tvm_ffi::{CpuView, CpuViewD, CpuViewMut, Strided, TensorView};

use crate::support::*;

fn extent(x: Option<CpuView<'_, f32, 1>>) -> i64 {
    x.map_or(-1, |x| x.shape()[0])
}

#[tvm_ffi::export]
fn optional_plain(x: Option<CpuView<'_, f32, 1>>) -> i64 {
    extent(x)
}

#[tvm_ffi::export]
fn optional_default(#[default(None)] x: Option<CpuView<'_, f32, 1>>) -> i64 {
    extent(x)
}

#[tvm_ffi::export]
fn optional_bias(
    #[shape(n, d)] x: CpuView<'_, f32, 2>,
    #[shape(d)] bias: Option<CpuView<'_, f32, 1>>,
    #[shape(n, 2 * d)] wide: Option<CpuViewD<'_, f32>>,
) -> Vec<i64> {
    vec![x.shape()[0], extent(bias), wide.map_or(-1, |wide| wide.shape()[1])]
}

#[tvm_ffi::export]
fn optional_binds(
    #[shape(n)] x: Option<CpuView<'_, f32, 1>>,
    #[shape(n)] y: Option<CpuView<'_, f32, 1>>,
    #[shape(n)] z: CpuView<'_, f32, 1>,
) -> Vec<i64> {
    vec![extent(x), extent(y), extent(Some(z))]
}

#[tvm_ffi::export]
fn optional_mutable(
    #[out]
    #[shape(2)]
    y: Option<CpuViewMut<'_, f32, 1>>,
) -> i64 {
    y.map_or(-1, |mut y| {
        y.as_mut_slice().fill(1.0);
        y.dim(0) as i64
    })
}

#[tvm_ffi::export]
fn optional_view(
    #[dtype(f32, i64)]
    #[device(cpu, cuda)]
    #[align(8)]
    x: Option<TensorView<'_>>,
) -> i64 {
    x.map_or(-1, |x| x.numel() as i64)
}

#[tvm_ffi::export]
fn optional_strides(
    #[strides(ld, 1)] x: Option<CpuView<'_, f32, 2, Strided>>,
    #[strides(ld, 1)] y: CpuView<'_, f32, 2, Strided>,
) -> i64 {
    x.map_or(-1, |x| x.numel() as i64) + y.numel() as i64
}

#[tvm_ffi::export]
fn optional_rest(#[shape(s.., 2)] x: Option<CpuViewD<'_, f32>>, #[shape(s..)] y: CpuViewD<'_, f32>) -> i64 {
    x.map_or(-1, |x| x.ndim() as i64) + y.ndim() as i64
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(optional_plain), "optional_plain(x: Optional[Tensor([_], float32)])")
        .accepts([none()], "-1")
        .accepts([f32([3])], "3")
        .type_error([value("text")], "#0 `x`: expected Optional[Tensor], got str")
        .type_error([value(0)], "#0 `x`: expected Optional[Tensor], got int")
        .value_error([f32([3, 1])], "#0 `x`: ndim is 2, expected 1 (shape is [3, 1])")
        .type_error([f64([3])], "#0 `x`: dtype is float64, expected float32")
        .value_error([f32([3]).on("cuda")], "#0 `x`: device is cuda:0, expected cpu")
        .value_error(
            [f32([3]).strides([2])],
            "#0 `x`: strides are [2], expected [1] (contiguous, shape is [3])",
        )
        .value_error(
            [f32([3]).address(0x1001)],
            "#0 `x`: data + byte_offset is 0x1001, expected a multiple of 4 (alignment of float32)",
        )
        .count_error([], "expected 1 argument, got 0");
    table
        .contract(shim!(optional_default), "optional_default(x: Optional[Tensor([_], float32)] = None)")
        .accepts([], "-1")
        .accepts([none()], "-1")
        .accepts([f32([3])], "3")
        .value_error([f32([3, 1])], "#0 `x`: ndim is 2, expected 1 (shape is [3, 1])");
    table
        .contract(
            shim!(optional_bias),
            "optional_bias(x: Tensor([n, d], float32), bias: Optional[Tensor([d], float32)], \
             wide: Optional[Tensor([n, 2 * d], float32)])",
        )
        .accepts([f32([2, 3]), none(), none()], "[2, -1, -1]")
        .accepts([f32([2, 3]), f32([3]), none()], "[2, 3, -1]")
        .accepts([f32([2, 3]), none(), f32([2, 6])], "[2, -1, 6]")
        .value_error(
            [f32([2, 3]), f32([2]), none()],
            "#1 `bias`: shape[0] is 2, expected d = 3 (from `x`.shape[1])",
        )
        .value_error(
            [f32([2, 3]), none(), f32([2, 3])],
            "#2 `wide`: shape[1] is 3, expected 2 * d = 6 (d = 3 from `x`.shape[1])",
        );
    table
        .contract(
            shim!(optional_binds),
            "optional_binds(x: Optional[Tensor([n], float32)], y: Optional[Tensor([n], float32)], \
             z: Tensor([n], float32))",
        )
        .accepts([none(), none(), f32([3])], "[-1, -1, 3]")
        .accepts([f32([3]), none(), f32([3])], "[3, -1, 3]")
        .accepts([f32([3]), f32([3]), f32([3])], "[3, 3, 3]")
        .value_error(
            [none(), f32([2]), f32([3])],
            "#2 `z`: shape[0] is 3, expected n = 2 (from `y`.shape[0])",
        )
        .value_error(
            [f32([4]), none(), f32([3])],
            "#2 `z`: shape[0] is 3, expected n = 4 (from `x`.shape[0])",
        )
        .value_error(
            [f32([4]), f32([2]), f32([3])],
            "#1 `y`: shape[0] is 2, expected n = 4 (from `x`.shape[0])",
        );
    table
        .contract(shim!(optional_mutable), "optional_mutable(y: Optional[Tensor([2], float32, out)])")
        .accepts([none()], "-1")
        .accepts([f32([2])], "2")
        .value_error([f32([3])], "#0 `y`: shape[0] is 3, expected 2")
        .type_error([value(1)], "#0 `y`: expected Optional[Tensor], got int");
    table
        .contract(
            shim!(optional_view),
            "optional_view(x: Optional[Tensor(float32 | int64, align 8, cpu | cuda)])",
        )
        .accepts([none()], "-1")
        .accepts([i64([3]).on("cuda")], "3")
        .type_error([u8([3])], "#0 `x`: dtype is uint8, expected one of float32, int64")
        .value_error([f32([3]).on("rocm")], "#0 `x`: device is rocm:0, expected one of cpu, cuda")
        .value_error(
            [f32([3]).address(0x1004)],
            "#0 `x`: data + byte_offset is 0x1004, expected a multiple of 8 (align)",
        );
    table
        .contract(
            shim!(optional_strides),
            "optional_strides(x: Optional[Tensor([_, _], float32, strides [ld, 1])], \
             y: Tensor([_, _], float32, strides [ld, 1]))",
        )
        .accepts([none(), f32([2, 3]).strides([9, 1])], "5")
        .accepts([f32([2, 3]), f32([2, 3])], "12")
        .value_error(
            [f32([2, 3]), f32([2, 3]).strides([9, 1])],
            "#1 `y`: strides[0] is 9, expected ld = 3 (from `x`.strides[0])",
        );
    table
        .contract(
            shim!(optional_rest),
            "optional_rest(x: Optional[Tensor([s.., 2], float32)], y: Tensor([s..], float32))",
        )
        .accepts([none(), f32([3, 4])], "1")
        .accepts([f32([3, 4, 2]), f32([3, 4])], "5")
        .value_error(
            [f32([3, 2]), f32([4])],
            "#1 `y`: shape[0..1] is [4], expected s = [3] (from `x`.shape[0..1])",
        );
    table
}
