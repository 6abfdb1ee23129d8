//! One instance for each dtype, chosen by the first tensor that mentions the variable.

use tvm_ffi::{CpuView, CpuViewD, CpuViewMut, Element};

use crate::support::*;

#[tvm_ffi::export(dispatch(T = [f32, f64, i32]))]
fn dispatch_one<T: Element>(x: CpuView<'_, T, 1>) -> String {
    format!("{} {}", T::DTYPE, x.dim(0))
}

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn dispatch_three<T: Element>(
    #[shape(n)] x: CpuView<'_, T, 1>,
    factor: f64,
    #[shape(n)] y: CpuView<'_, T, 1>,
    #[out]
    #[shape(n)]
    mut out: CpuViewMut<'_, T, 1>,
) -> String {
    out.as_mut_slice().copy_from_slice(x.as_slice());
    format!("{} {factor} {}", T::DTYPE, y.dim(0))
}

const THREE: &str = "dispatch_three[T: float32 | float64](x: Tensor([n], T), factor: float, y: Tensor([n], T), \
                     out: Tensor([n], T, out))";

#[tvm_ffi::export(dispatch(T = [f64, f32]))]
fn dispatch_optional<T: Element>(x: Option<CpuView<'_, T, 1>>, y: Option<CpuViewD<'_, T>>) -> String {
    format!("{} {} {}", T::DTYPE, x.is_some(), y.is_some())
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(dispatch_one), "dispatch_one[T: float32 | float64 | int32](x: Tensor([_], T))")
        .accepts([f32([2])], "float32 2")
        .accepts([f64([2])], "float64 2")
        .accepts([i32([2])], "int32 2")
        .type_error([i64([2])], "#0 `x`: dtype is int64, expected one of float32, float64, int32");
    table
        .contract(shim!(dispatch_three), THREE)
        .accepts([f32([2]), value(0.5), f32([2]), f32([2])], "float32 0.5 2")
        .accepts([f64([2]), value(0.5), f64([2]), f64([2])], "float64 0.5 2")
        .type_error(
            [f64([2]), value(0.5), f64([2]), f32([2])],
            "#3 `out`: dtype is float32, expected T = float64 (from `x`)",
        )
        .type_error(
            [i32([2]), value(0.5), f32([2]), f32([2])],
            "#0 `x`: dtype is int32, expected one of float32, float64",
        )
        .value_error(
            [f64([2]).at(0), value(0.5), f64([2]), f64([2]).at(8)],
            "#3 `out`: shares memory with argument #0 `x`, expected memory of its own",
        );
    table
        .contract(
            shim!(dispatch_optional),
            "dispatch_optional[T: float64 | float32](x: Optional[Tensor([_], T)], y: Optional[Tensor([..], T)])",
        )
        .accepts([none(), none()], "float64 false false")
        .accepts([f32([2]), none()], "float32 true false")
        .accepts([none(), f32([2, 2])], "float32 false true")
        .accepts([f64([2]), f64([2, 2])], "float64 true true")
        .type_error([none(), u8([2])], "#1 `y`: dtype is uint8, expected one of float64, float32");
    table
}
