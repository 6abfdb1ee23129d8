//! Elements of arrays, read and written through views of every kind.

use half::{bf16, f16};
use tvm_ffi::{
    Bool8, Complex, CpuCells, CpuView, CpuViewD, CpuViewMut, CpuViewMutD, Element, Function, Result, Strided,
    TensorView,
};

/// Calls back with the same tensor. The callback gets it as a `DLTensor*`.
#[tvm_ffi::export]
fn lend(x: TensorView<'_>, then: Function) -> Result<()> {
    // SAFETY: the callbacks of the tests do not keep it.
    then.call((unsafe { x.lend() },)).map(drop)
}

/// The rows of a contiguous matrix.
#[tvm_ffi::export]
fn rows(x: CpuView<'_, f64, 2>) -> Vec<Vec<f64>> {
    x.rows().map(<[f64]>::to_vec).collect()
}

/// The rows of a matrix of any strides.
#[tvm_ffi::export]
fn strided_rows(x: CpuView<'_, f64, 2, Strided>) -> Vec<Vec<f64>> {
    let [rows, columns] = x.dims();
    (0..rows).map(|row| (0..columns).map(|column| x[[row, column]]).collect()).collect()
}

/// The elements of a contiguous tensor.
#[tvm_ffi::export]
fn flat(x: CpuViewD<'_, f64>) -> Vec<f64> {
    x.as_slice().to_vec()
}

/// The elements of a tensor of any strides, in order.
#[tvm_ffi::export]
fn strided_flat(x: CpuViewD<'_, f64, Strided>) -> Vec<f64> {
    x.iter().copied().collect()
}

/// The element of a tensor without dimensions.
#[tvm_ffi::export]
fn number(x: CpuView<'_, f64, 0>) -> f64 {
    x[[]]
}

/// Every element with its indices as the digits of a number.
#[tvm_ffi::export]
fn indexed(x: CpuView<'_, f64, 3, Strided>) -> Vec<(usize, f64)> {
    x.indexed().map(|([i, j, k], value)| (100 * i + 10 * j + k, value)).collect()
}

/// Doubles a contiguous vector in place.
#[tvm_ffi::export]
fn double(mut x: CpuViewMut<'_, f64, 1>) {
    for value in x.as_mut_slice() {
        *value *= 2.0;
    }
}

/// Doubles a matrix of any strides in place.
#[tvm_ffi::export]
fn strided_double(mut x: CpuViewMut<'_, f64, 2, Strided>) {
    let [rows, columns] = x.dims();
    for row in 0..rows {
        for column in 0..columns {
            x[[row, column]] *= 2.0;
        }
    }
}

/// Numbers the elements of a tensor of any rank and strides.
#[tvm_ffi::export]
fn count_up(mut x: CpuViewMutD<'_, f64, Strided>) {
    for (index, value) in x.iter_mut().enumerate() {
        *value = index as f64;
    }
}

/// Copies elements of any type bit by bit.
#[tvm_ffi::export(dispatch(T = [
    f16, bf16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64, Bool8, Complex<f32>, Complex<f64>
]))]
fn copy<T: Element>(
    #[shape(n)] x: CpuView<'_, T, 1, Strided>,
    #[out]
    #[shape(n)]
    mut out: CpuViewMut<'_, T, 1>,
) {
    for (out, x) in out.as_mut_slice().iter_mut().zip(x.iter()) {
        *out = *x;
    }
}

/// Moves each element to the next place; both may be the same memory.
#[tvm_ffi::export]
fn shift(
    #[shape(n)] x: CpuCells<'_, f64, 1>,
    #[alias(x)]
    #[shape(n)]
    y: CpuCells<'_, f64, 1>,
) {
    let (x, y) = (x.as_cells(), y.as_cells());
    for index in (1..x.len()).rev() {
        y[index].set(x[index - 1].get());
    }
}
