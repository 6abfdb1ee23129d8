//! Views of every kind as parameters, with nothing asked of them but their types.

use tvm_ffi::prelude::*;
use tvm_ffi::view::{Cpu, Dyn, Rank, Shared, View};

#[tvm_ffi::export(global = "views.sum")]
fn view_sum(x: CpuView<'_, f64, 1>) -> f64 {
    x.iter().sum()
}

#[tvm_ffi::export]
fn view_kinds<'a>(
    a: CpuView<'a, f32, 2>,
    b: CpuView<'_, i8, 0, Strided>,
    c: CpuViewD<'_, bf16>,
    d: CpuViewD<'_, Bool8, Strided>,
    e: CpuCells<'_, u64, 1>,
    f: CudaView<'_, f16, 3>,
    g: CudaViewD<'_, f32, Contiguous>,
    h: TensorView<'_>,
    i: View<'_, Cpu, Shared, f32, Dyn, Contiguous>,
    j: tvm_ffi::view::View<'_, Cpu, Shared, f32, Rank<2>>,
) -> &'a [i64] {
    let _ = (b, c, d, e, f, g, h, i, j);
    a.shape()
}

#[tvm_ffi::export]
fn view_mutable(
    mut a: CpuViewMut<'_, f32, 1>,
    b: CpuViewMut<'_, f32, 1, Strided>,
    c: CpuViewMutD<'_, f32>,
    d: CpuViewMutD<'_, f32, Strided>,
    e: CudaViewMut<'_, f32, 1>,
    f: CudaViewMutD<'_, f32>,
) {
    a[[0]] = 1.0;
    let _ = (b, c, d, e, f);
}

#[tvm_ffi::export(global = "views.options")]
fn view_options(
    a: Option<CpuView<'_, f32, 1>>,
    #[default(None)] b: Option<CpuViewMut<'_, f32, 1>>,
    #[default(None)] c: Option<TensorView<'_>>,
    #[default(None)] d: Option<CpuCells<'_, f32, 1>>,
) -> usize {
    a.map_or(0, |a| a.numel())
        + b.map_or(0, |mut b| b.as_mut_slice().len())
        + c.map_or(0, |c| c.numel())
        + d.map_or(0, |d| d.numel())
}

#[tvm_ffi::export(global = "views.several")]
fn view_several(
    a: Vec<TensorView<'_>>,
    b: (CpuView<'_, f32, 1>, TensorView<'_>, i64),
    c: Vec<CpuView<'_, f32, 1>>,
    mut out: CpuViewMut<'_, f32, 1>,
) -> usize {
    out[[0]] = b.0[[0]];
    a.len() + c.len() + b.1.ndim()
}

type Image<'a> = CpuView<'a, f32, 2>;
type Out<'a> = CpuViewMut<'a, f32, 2>;
type Outs<'a> = Option<Out<'a>>;

#[tvm_ffi::export(global = "views.aliases")]
fn view_aliases(
    x: Image<'_>,
    y: Option<Image<'_>>,
    mut z: Out<'_>,
    outs: Outs<'_>,
    any: AnyView<'_>,
) -> usize {
    z[[0, 0]] = x[[0, 0]];
    let _ = any;
    y.map_or(0, |y| y.numel()) + outs.map_or(0, |outs| outs.numel())
}

/// A row in the caller's memory, returned as its extents.
#[tvm_ffi::export]
fn view_borrowed<'a>(x: CpuView<'a, f32, 2>, #[default(0)] row: usize) -> (&'a [i64], f32) {
    (x.shape(), x.row(row)[0])
}

fn vector(elements: &[f32]) -> Tensor {
    Tensor::from_slice(elements, &[elements.len() as i64]).unwrap()
}

fn matrix(elements: &[f32]) -> Tensor {
    Tensor::from_slice(elements, &[1, elements.len() as i64]).unwrap()
}

fn call<R: for<'a> tvm_ffi::FromAnyView<'a>>(name: &str, arguments: &[Any]) -> Result<R> {
    let arguments: Vec<_> = arguments.iter().map(Any::as_view).collect();
    Function::get_global(name)?.call_packed(&arguments)?.cast()
}

#[test]
fn views_are_decoded() {
    let x = Tensor::from_vec(vec![1.0f64, 2.5], &[2]).unwrap();
    assert_eq!(call::<f64>("views.sum", &[Any::new(x)]).unwrap(), 3.5);
    let [x, y] = [vector(&[1.0, 2.0]), vector(&[3.0])];
    let options = |arguments: &[Any]| call::<usize>("views.options", arguments).unwrap();
    assert_eq!(options(&[Any::new(())]), 0);
    assert_eq!(options(&[Any::new(x.clone()), Any::new(y.clone())]), 3);
    assert_eq!(options(&[Any::new(()), Any::new(()), Any::new(x.clone()), Any::new(y.clone())]), 3);

    let pair = Any::new((x.clone(), y.clone(), 1));
    let several = |out: &Tensor| {
        let lists = [Any::new(vec![x.clone(), y.clone()]), pair.clone(), Any::new(vec![x.clone()])];
        call::<usize>("views.several", &[&lists[..], &[Any::new(out.clone())]].concat())
    };
    let out = vector(&[0.0]);
    assert_eq!(several(&out).unwrap(), 4);
    assert_eq!(out.view().try_cpu::<f32, 1>().unwrap().as_slice(), [1.0]);
    let shared = several(&y).unwrap_err();
    assert!(
        shared.message().contains("argument #3 `out`: shares memory with argument #0 `a`[1]"),
        "{shared}"
    );
}

#[test]
fn written_memory_is_not_shared_through_any_type() {
    let [x, y, z] = [matrix(&[1.0]), matrix(&[2.0, 3.0]), matrix(&[4.0, 5.0, 6.0])];
    let none = || Any::new(());
    let aliases = |arguments: [Any; 5]| call::<usize>("views.aliases", &arguments);
    let of = |tensor: &Tensor| Any::new(tensor.clone());
    assert_eq!(aliases([of(&x), of(&x), of(&y), of(&z), none()]).unwrap(), 4);
    let wrong = [
        ([of(&x), none(), of(&x), none(), none()], "argument #2 `z`: shares memory with argument #0 `x`"),
        ([of(&x), of(&y), of(&y), none(), none()], "argument #2 `z`: shares memory with argument #1 `y`"),
        ([of(&x), none(), of(&y), of(&y), none()], "argument #3 `outs`: shares memory with argument #2 `z`"),
        ([of(&x), none(), of(&y), none(), of(&y)], "argument #2 `z`: shares memory with argument #4 `any`"),
    ];
    for (arguments, expected) in wrong {
        let error = aliases(arguments).unwrap_err();
        assert!(error.message().contains(expected), "{error}");
    }
}

#[test]
fn functions_stay_callable() {
    let [x, y] = [matrix(&[1.0, 2.0]), matrix(&[3.0])];
    let [x, y] = [&x, &y].map(|tensor| tensor.view().try_cpu::<f32, 2>().unwrap());
    assert_eq!(view_borrowed(x, 0), (&[1, 2][..], 1.0));
    let mut out = TensorMut::from_vec(vec![0.0f32], &[1, 1]).unwrap();
    let any = Any::new(1);
    assert_eq!(view_aliases(x, Some(y), out.try_cpu_mut().unwrap(), None, any.as_view()), 1);
    assert_eq!(out.try_cpu_mut::<f32, 2>().unwrap()[[0, 0]], 1.0);
}

/// Lists of views that write, of every kind.
#[tvm_ffi::export(global = "views.lists")]
fn view_lists(
    #[align(4)] contiguous: Vec<CpuViewMut<'_, f32, 1>>,
    strided: Vec<CpuViewMut<'_, f32, 2, Strided>>,
    of_any_rank: Vec<CpuViewMutD<'_, f32>>,
    on_gpu: Vec<CudaViewMut<'_, f32, 1>>,
    optional: Option<Vec<CudaViewMut<'_, f32, 1>>>,
) -> usize {
    contiguous.len()
        + strided.len()
        + of_any_rank.len()
        + on_gpu.len()
        + optional.map_or(0, |list| list.len())
}

#[tvm_ffi::export(global = "views.list_of_elements", dispatch(T = [f32, f64]))]
fn view_list_of_elements<T: tvm_ffi::Element>(mut xs: Vec<CpuViewMut<'_, T, 1>>) -> usize {
    xs.iter_mut().map(|x| x.as_mut_slice().len()).sum()
}

#[test]
fn lists_are_decoded_and_compared() {
    let [x, y, z] = [matrix(&[1.0]), matrix(&[2.0]), matrix(&[3.0])];
    let list =
        |tensors: &[&Tensor]| Any::new(tensors.iter().map(|tensor| (*tensor).clone()).collect::<Vec<_>>());
    let lists = |strided: &[&Tensor], dynamic: &[&Tensor]| {
        call::<usize>("views.lists", &[list(&[]), list(strided), list(dynamic), list(&[]), Any::none()])
    };
    assert_eq!(lists(&[&x, &y], &[&z]).unwrap(), 3);
    let error = lists(&[&x, &y], &[&z, &x]).unwrap_err();
    assert!(
        error.message().contains("argument #2 `of_any_rank`[1]: shares memory with argument #1 `strided`[0]"),
        "{error}"
    );
    assert_eq!(call::<usize>("views.list_of_elements", &[list(&[])]).unwrap(), 0);
}
