//! Two variables, each with its own list.

use tvm_ffi::{CpuView, CpuViewMut, Element};

use crate::support::*;

#[tvm_ffi::export(dispatch(T = [f32, f64], I = [i32, i64]))]
fn gather<T: Element, I: Element + TryInto<usize>>(
    #[shape(n, d)] table: CpuView<'_, T, 2>,
    #[shape(k)] rows: CpuView<'_, I, 1>,
    #[out]
    #[shape(k, d)]
    mut out: CpuViewMut<'_, T, 2>,
) -> tvm_ffi::Result<String> {
    for (index, row) in rows.as_slice().iter().enumerate() {
        let row: usize = (*row).try_into().unwrap_or(usize::MAX);
        tvm_ffi::ensure!(row < table.dim(0), IndexError, "row {row} of {}", table.dim(0));
        let d = table.dim(1);
        out.as_mut_slice()[index * d..][..d].copy_from_slice(table.row(row));
    }
    Ok(format!("{} {} {}", T::DTYPE, I::DTYPE, rows.dim(0)))
}

const GATHER: &str = "gather[T: float32 | float64, I: int32 | int64](table: Tensor([n, d], T), \
                      rows: Tensor([k], I), out: Tensor([k, d], T, out))";

#[tvm_ffi::export(dispatch(T = [f32, u8], U = [f32, u8]))]
fn convert<T: Element, U: Element>(x: Option<CpuView<'_, T, 1>>, y: CpuView<'_, U, 1>) -> String {
    format!("{} {} {}", T::DTYPE, U::DTYPE, x.map_or(0, |x| x.dim(0)) + y.dim(0))
}

pub(crate) fn table() -> Table {
    let mut cases = Table::default();
    cases
        .contract(shim!(gather), GATHER)
        .accepts([f32([3, 2]), i32([2]), f32([2, 2])], "float32 int32 2")
        .accepts([f32([3, 2]), i64([2]), f32([2, 2])], "float32 int64 2")
        .accepts([f64([3, 2]), i32([2]), f64([2, 2])], "float64 int32 2")
        .accepts([f64([3, 2]), i64([2]), f64([2, 2])], "float64 int64 2")
        .type_error(
            [i32([3, 2]), i32([2]), f32([2, 2])],
            "#0 `table`: dtype is int32, expected one of float32, float64",
        )
        .type_error(
            [f32([3, 2]), u8([2]), f32([2, 2])],
            "#1 `rows`: dtype is uint8, expected one of int32, int64",
        )
        .type_error(
            [f32([3, 2]), i32([2]), f64([2, 2])],
            "#2 `out`: dtype is float64, expected T = float32 (from `table`)",
        )
        .type_error(
            [f32([3, 2]), u8([2]), f64([2, 2])],
            "#1 `rows`: dtype is uint8, expected one of int32, int64",
        )
        .type_error([f32([3, 2]), value(1), f32([2, 2])], "#1 `rows`: expected Tensor, got int")
        .value_error(
            [f64([3, 2]), i64([2]), f64([2, 3])],
            "#2 `out`: shape[1] is 3, expected d = 2 (from `table`.shape[1])",
        );
    cases
        .contract(
            shim!(convert),
            "convert[T: float32 | uint8, U: float32 | uint8](x: Optional[Tensor([_], T)], y: Tensor([_], U))",
        )
        .accepts([u8([2]), f32([2])], "uint8 float32 4")
        .accepts([f32([2]), u8([2])], "float32 uint8 4")
        .accepts([u8([2]), u8([2])], "uint8 uint8 4")
        // The first listed type is used for an absent tensor.
        .accepts([none(), u8([2])], "float32 uint8 2")
        .type_error([none(), i8([2])], "#1 `y`: dtype is int8, expected one of float32, uint8");
    cases
}
