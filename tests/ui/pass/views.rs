//! Views of every kind as parameters, with nothing asked of them but their types.

use tvm_ffi::prelude::*;
use tvm_ffi::view::{Cpu, Dyn, Rank, Shared, View};

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

fn matrix(elements: &[f32]) -> Tensor {
    Tensor::from_slice(elements, &[1, elements.len() as i64]).unwrap()
}

#[test]
fn functions_stay_callable() {
    let [x, y] = [matrix(&[1.0, 2.0]), matrix(&[3.0])];
    let [x, y] = [&x, &y].map(|tensor| tensor.view().try_cpu::<f32, 2>().unwrap());
    let mut out = TensorMut::from_vec(vec![0.0f32], &[1, 1]).unwrap();
    let any = Any::new(1);
    assert_eq!(view_aliases(x, Some(y), out.try_cpu_mut().unwrap(), None, any.as_view()), 1);
    assert_eq!(out.try_cpu_mut::<f32, 2>().unwrap()[[0, 0]], 1.0);
}

/// Lists of views that write, on a GPU. The others are in `tests/python/kernels/src/lists.rs`.
#[tvm_ffi::export(global = "views.lists")]
fn view_lists(on_gpu: Vec<CudaViewMut<'_, f32, 1>>, optional: Option<Vec<CudaViewMut<'_, f32, 1>>>) -> usize {
    on_gpu.len() + optional.map_or(0, |list| list.len())
}

#[tvm_ffi::export(global = "views.list_of_elements", dispatch(T = [f32, f64]))]
fn view_list_of_elements<T: tvm_ffi::Element>(mut xs: Vec<CpuViewMut<'_, T, 1>>) -> usize {
    xs.iter_mut().map(|x| x.as_mut_slice().len()).sum()
}
