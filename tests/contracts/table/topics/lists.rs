//! Lists of tensors: each element is checked, and named by its position.

use tvm_ffi::TensorView;

use crate::support::*;

fn numels(xs: Vec<TensorView<'_>>) -> Vec<i64> {
    xs.into_iter().map(|x| x.numel() as i64).collect()
}

#[tvm_ffi::export]
fn list_plain(xs: Vec<TensorView<'_>>) -> Vec<i64> {
    numels(xs)
}

#[tvm_ffi::export]
fn list_strides(#[strides(ld, _)] xs: Vec<TensorView<'_>>) -> Vec<i64> {
    numels(xs)
}

#[tvm_ffi::export]
fn list_align(#[align(16)] xs: Vec<TensorView<'_>>, #[dtype(f32)] y: TensorView<'_>) -> Vec<i64> {
    let _ = y;
    numels(xs)
}

pub(crate) fn table() -> Table {
    let mut table = Table::default();
    table
        .contract(shim!(list_plain), "list_plain(xs: Array[Tensor])")
        .accepts([list([])], "[]")
        .accepts([list([f32([3]), u8([2, 2])])], "[3, 4]")
        .type_error([f32([3]).object()], "#0 `xs`: expected Array[Tensor], got Tensor")
        .type_error([list([f32([3]), value(1)])], "#0 `xs`[1]: expected Tensor, got int")
        .type_error([list([none(), f32([3])])], "#0 `xs`[0]: expected Tensor, got None")
        .value_error(
            [list([f32([3]), f32([3]).null()])],
            "#0 `xs`[1]: data is null, expected memory for 3 elements",
        )
        .value_error(
            [list([f32([3]), f32([3]), f32([-3])])],
            "#0 `xs`[2]: shape[0] is -3, expected 0 or more",
        );
    table
        .contract(shim!(list_align), "list_align(xs: Array[Tensor(align 16)], y: Tensor(float32))")
        .accepts([list([u8([3]), f32([3]).offset(16)]), f32([1])], "[3, 3]")
        .value_error(
            [list([u8([3]), f32([3]).address(0x1008)]), f32([1])],
            "#0 `xs`[1]: data + byte_offset is 0x1008, expected a multiple of 16 (align)",
        )
        // The dtype of another argument is checked before the alignment of an element.
        .type_error([list([f32([3]).address(0x1008)]), u8([1])], "#1 `y`: dtype is uint8, expected float32");
    table
        .contract(shim!(list_strides), "list_strides(xs: Array[Tensor(strides [ld, _])])")
        .accepts([list([f32([2, 3]), f32([4, 3])])], "[6, 12]")
        .value_error(
            [list([f32([2, 3]), f32([2, 4])])],
            "#0 `xs`[1]: strides[0] is 4, expected ld = 3 (from `xs`[0].strides[0])",
        );
    table
}
