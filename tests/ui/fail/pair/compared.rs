#![allow(unused_variables, unused_mut)]

use tvm_ffi::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut};

type View<'a> = CpuView<'a, f32, 2>;
type Out<'a> = CpuViewMut<'a, f32, 2>;
type Row<'a> = CpuView<'a, f32, 1>;
type RowMut<'a> = CpuViewMut<'a, f32, 1>;

#[tvm_ffi::export]
fn norm(
    #[shape(n, d)] x: View<'_>,
    bias: Option<Row<'_>>,
    index: CpuView<'_, i64, 1>,
    #[out] #[shape(n, d)] y: Out<'_>,
    #[out(saved)] #[shape(n)] rstd: RowMut<'_>,
    #[default(1e-6)] eps: f64,
) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn unknown(#[grad(y)] dy: View<'_>, w: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn unknown_gradient(#[grad(z)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm)]
fn no_gradient(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm)]
fn gradient_is_read(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] dx: View<'_>, #[grad(bias)] #[out] dbias: Option<RowMut<'_>>) {}

#[tvm_ffi::export(backward_of = norm)]
fn gradient_in_place(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] dx: Out<'_>, #[grad(bias)] #[out] dbias: Option<RowMut<'_>>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn input_in_place(#[grad(y)] dy: View<'_>, rstd: Row<'_>, x: Out<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn another_rank(#[grad(y)] dy: Row<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn another_shape(#[grad(y)] #[shape(n, n)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn another_dtype(#[grad(y)] dy: View<'_>, rstd: CpuView<'_, f64, 1>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn another_device(#[grad(y)] dy: CudaView<'_, f32, 2>, rstd: Row<'_>, #[grad(x)] #[out] dx: CudaViewMut<'_, f32, 2>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn another_type(#[grad(y)] dy: View<'_>, rstd: Row<'_>, eps: i64, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm)]
fn never_missing(#[grad(y)] dy: View<'_>, bias: Row<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm)]
fn gradient_never_missing(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>, #[grad(bias)] #[out] dbias: RowMut<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn of_integers(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(index)] #[out] dindex: RowMut<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn of_a_number(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(eps)] #[out] deps: CpuViewMut<'_, f64, 0>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn of_a_saved_output(#[grad(y)] dy: View<'_>, #[grad(rstd)] drstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn saved_for_nothing(#[grad(y)] dy: View<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias, mask))]
fn unknown_constant(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias, rstd))]
fn constant_output(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias, index))]
fn constant_integers(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export]
fn silu_(mut x: CpuViewMutD<'_, f32>) {}

#[tvm_ffi::export(backward_of = silu_)]
fn of_a_change(#[grad(x)] dy: CpuViewD<'_, f32>, #[grad(y)] #[out] dx: CpuViewMutD<'_, f32>) {}

#[tvm_ffi::export]
fn sum(xs: Vec<Row<'_>>, #[out] y: RowMut<'_>) {}

#[tvm_ffi::export(backward_of = sum)]
fn of_a_list(#[grad(y)] dy: Row<'_>, #[grad(xs)] #[out] dx: RowMut<'_>) {}

#[tvm_ffi::export(dispatch(T = [f32, f64, bf16]))]
fn gelu<T: Element>(x: CpuViewD<'_, T>, #[out] y: CpuViewMutD<'_, T>) {}

#[tvm_ffi::export(backward_of = gelu, dispatch(T = [f32, f64]))]
fn other_types<T: Element>(#[grad(y)] dy: CpuViewD<'_, T>, #[grad(x)] #[out] dx: CpuViewMutD<'_, T>) {}

#[tvm_ffi::export(backward_of = gelu)]
fn one_type(#[grad(y)] dy: CpuViewD<'_, f32>, #[grad(x)] #[out] dx: CpuViewMutD<'_, f32>) {}

#[tvm_ffi::export(cpu = on_cpu)]
fn scale(x: CudaView<'_, f32, 1>, #[out] y: CudaViewMut<'_, f32, 1>) {}

fn on_cpu(x: Row<'_>, y: RowMut<'_>) {}

#[tvm_ffi::export(backward_of = scale)]
fn only_on_cuda(#[grad(y)] dy: CudaView<'_, f32, 1>, #[grad(x)] #[out] dx: CudaViewMut<'_, f32, 1>) {}

#[tvm_ffi::export]
fn saves_an_option(x: View<'_>, #[out] y: Out<'_>, #[out(saved)] mask: Option<RowMut<'_>>) {}

#[tvm_ffi::export(backward_of = saves_an_option)]
fn of_a_saved_option(#[grad(y)] dy: View<'_>, mask: Option<Row<'_>>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn output_without_gradient(rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias, x))]
fn constant_with_gradient(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(x, bias))]
fn writes_no_gradient(#[grad(y)] dy: View<'_>, rstd: Row<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn saved_gradient(#[grad(y)] dy: View<'_>, rstd: Row<'_>, #[grad(x)] #[out(saved)] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn gradient_is_a_list(#[grad(y)] dy: Vec<View<'_>>, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export(backward_of = norm, constant(bias))]
fn gradient_is_a_number(#[grad(y)] dy: f32, rstd: Row<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

#[tvm_ffi::export]
fn two_results(x: View<'_>, #[out] y: Out<'_>, #[out] z: Out<'_>) {}

#[tvm_ffi::export(backward_of = two_results, constant(z))]
fn constant_is_an_output(#[grad(y)] dy: View<'_>, #[grad(x)] #[out] dx: Out<'_>) {}

/// Nothing is wrong with it.
#[tvm_ffi::export(backward_of = norm)]
fn right(
    #[grad(y)] #[shape(rows, columns)] dy: Option<CpuView<'_, f32, 2, Strided>>,
    #[shape(rows, columns)] x: View<'_>,
    #[shape(rows)] rstd: Row<'_>,
    eps: f64,
    #[grad(x)] #[out] #[shape(rows, columns)] dx: Out<'_>,
    #[grad(bias)] #[out(zero)] dbias: Option<RowMut<'_>>,
) {}

fn main() {}
