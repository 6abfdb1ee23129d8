//! Optional tensors: a present one is checked, an absent one binds no symbol.

use tvm_ffi::CpuView;

use crate::support::*;

fn extent(x: Option<CpuView<'_, f32, 1>>) -> i64 {
    x.map_or(-1, |x| x.shape()[0])
}

#[tvm_ffi::export]
fn optional_plain(x: Option<CpuView<'_, f32, 1>>) -> i64 {
    extent(x)
}

#[tvm_ffi::export]
fn optional_binds(
    #[shape(n)] x: Option<CpuView<'_, f32, 1>>,
    #[shape(n)] y: Option<CpuView<'_, f32, 1>>,
    #[shape(n)] z: CpuView<'_, f32, 1>,
) -> Vec<i64> {
    vec![extent(x), extent(y), extent(Some(z))]
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(optional_plain), "optional_plain(x: Optional[Tensor([_], float32)])")
        .accepts([none()], "-1")
        .accepts([f32([3])], "3")
        .type_error([value("text")], "#0 `x`: expected Optional[Tensor], got str");
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
}
