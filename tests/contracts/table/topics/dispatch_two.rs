//! Two variables, each with its own list.

use tvm_ffi::{CpuView, Element};

use crate::support::*;

#[tvm_ffi::export(dispatch(T = [f32, u8], U = [f32, u8]))]
fn convert<T: Element, U: Element>(x: Option<CpuView<'_, T, 1>>, y: CpuView<'_, U, 1>) -> String {
    format!("{} {} {}", T::DTYPE, U::DTYPE, x.map_or(0, |x| x.dim(0)) + y.dim(0))
}

pub(crate) fn table() -> Table {
    let mut cases = Table::default();
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
