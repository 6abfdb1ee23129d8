//! The same contracts with other spellings: type aliases, paths, lifetimes, names of functions and parameters.

use tvm_ffi::{CpuCells, CpuView, CpuViewMut, Strided, TensorView};

use crate::support::*;

type Matrix<'a> = CpuView<'a, f32, 2>;
type MatrixMut<'a> = CpuViewMut<'a, f32, 2>;
type Rows<'a> = CpuView<'a, f32, 2, Strided>;
type Whatever<'a> = TensorView<'a>;
type Bias<'a> = Option<CpuView<'a, f32, 1>>;
type Parts<'a> = Vec<TensorView<'a>>;
type Shared<'a> = CpuCells<'a, f32, 1>;

const RANK: usize = 2;

#[tvm_ffi::export]
fn spelling_aliases(
    #[shape(n, d % 2)] x: Matrix<'_>,
    #[shape(d)] bias: Bias<'_>,
    #[strides(ld, 1)] rows: Rows<'_>,
    #[dtype(f32, f64)]
    #[align(4)]
    any: Whatever<'_>,
    #[out]
    #[shape(n, d)]
    out: MatrixMut<'_>,
) -> Vec<i64> {
    vec![
        x.shape()[0],
        bias.map_or(-1, |bias| bias.shape()[0]),
        rows.strides()[0],
        any.shape()[0],
        out.shape()[1],
    ]
}

const ALIASES: &str = "spelling_aliases(x: Tensor([n, d % 2], float32), bias: Optional[Tensor([d], float32)], \
                       rows: Tensor([_, _], float32, strides [ld, 1]), any: Tensor(float32 | float64, align 4), \
                       out: Tensor([n, d], float32, out))";

#[tvm_ffi::export]
fn spelling_alias_of_list(#[dtype(f32)] parts: Parts<'_>, out: MatrixMut<'_>) -> i64 {
    (parts.len() + out.numel()) as i64
}

#[tvm_ffi::export]
fn spelling_alias_of_cells(x: Shared<'_>, #[alias(x)] y: Shared<'_>) -> f32 {
    y.set([0], 9.0);
    x[[0]].get()
}

#[tvm_ffi::export]
fn spelling_const_rank(#[shape(n, n)] x: CpuView<'_, f32, RANK>, y: CpuView<'_, f32, { RANK - 1 }>) -> i64 {
    (x.numel() + y.numel()) as i64
}

#[tvm_ffi::export]
fn spelling_lifetimes<'a>(
    #[shape(n)] x: tvm_ffi::CpuView<'a, f32, 1>,
    #[shape(n)] y: ::tvm_ffi::CpuView<'a, f32, 1>,
) -> f32 {
    let longer: CpuView<'a, f32, 1> = if x[[0]] > y[[0]] { x } else { y };
    longer[[0]]
}

#[tvm_ffi::export(name = "spelling.dotted")]
fn spelling_renamed(#[shape(r#type)] r#in: CpuView<'_, f32, 1>, r#type: i64) -> i64 {
    r#in.dim(0) as i64 + r#type
}

#[tvm_ffi::export]
fn spelling_zeroed(
    /// The input.
    #[shape(n)]
    x: CpuView<'_, f32, 1>,
    /// The output.
    #[out(zero)]
    #[shape(n)]
    mut sums: CpuViewMut<'_, f32, 1>,
    #[out] mut others: Option<CpuViewMut<'_, f32, 0>>,
) -> f32 {
    sums.as_mut_slice().copy_from_slice(x.as_slice());
    if let Some(other) = &mut others {
        other[[]] = 1.0;
    }
    sum(sums.as_slice())
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    let rows = || f32([2, 3]).strides([4, 1]);
    table
        .contract(shim!(spelling_aliases), ALIASES)
        .accepts([f32([3, 4]), none(), rows(), f64([5]), f32([3, 4])], "[3, -1, 4, 5, 4]")
        .accepts([f32([3, 4]), f32([4]), rows(), f32([5]), f32([3, 4])], "[3, 4, 4, 5, 4]")
        .value_error(
            [f32([3, 4]), f32([4]).at(0), rows(), f64([5]), f32([3, 4]).at(8)],
            "#4 `out`: shares memory with argument #1 `bias`, expected memory of its own",
        )
        .value_error(
            [f32([3, 4]), none(), rows(), f64([5]).at(0), f32([3, 4]).at(8)],
            "#4 `out`: shares memory with argument #3 `any`, expected memory of its own",
        );
    table
        .contract(
            shim!(spelling_alias_of_list),
            "spelling_alias_of_list(parts: Array[Tensor(float32)], out: Tensor([_, _], float32, inout))",
        )
        .accepts([list([f32([4])]), f32([2, 2])], "5")
        .value_error(
            [list([f32([4]).at(0)]), f32([2, 2]).at(0)],
            "#1 `out`: shares memory with argument #0 `parts`[0], expected memory of its own",
        );
    table
        .contract(
            shim!(spelling_alias_of_cells),
            "spelling_alias_of_cells(x: Tensor([_], float32, inout), y: Tensor([_], float32, inout, alias x))",
        )
        .accepts([f32([4]).at(0), f32([4]).at(0)], "9.0");
    table
        .contract(
            shim!(spelling_const_rank),
            "spelling_const_rank(x: Tensor([n, n], float32), y: Tensor([_], float32))",
        )
        .accepts([f32([2, 2]), f32([3])], "7")
        .value_error([f32([2]), f32([3])], "#0 `x`: ndim is 1, expected 2 (shape is [2])");
    table
        .contract(
            shim!(spelling_lifetimes),
            "spelling_lifetimes(x: Tensor([n], float32), y: Tensor([n], float32))",
        )
        .accepts([f32([2]).at(0), f32([2]).at(8)], "2.0");
    table
        .contract(shim!("spelling.dotted"), "spelling.dotted(in: Tensor([type], float32), type: int)")
        .accepts([f32([2]), value(2)], "4")
        .value_error([f32([3]), value(2)], "#0 `in`: shape[0] is 3, expected type = 2 (from `type`)");
    table
        .contract(
            shim!(spelling_zeroed),
            "spelling_zeroed(x: Tensor([n], float32), sums: Tensor([n], float32, out, zeroed), \
             others: Optional[Tensor([], float32, out)])",
        )
        .accepts([f32([3]), f32([3]), none()], "3.0")
        .accepts([f32([3]), f32([3]), f32([])], "3.0")
        .value_error(
            [f32([3]), f32([3]).at(0), f32([]).at(8)],
            "#2 `others`: shares memory with argument #1 `sums`, expected memory of its own",
        );
    table
}
