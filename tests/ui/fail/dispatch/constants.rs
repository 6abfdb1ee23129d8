use tvm_ffi::prelude::*;
use tvm_ffi::{Complex, CpuCells, CpuView, CudaView, Element, FromAnyView, Str};

trait Chooses: Element {
    type View<'a>: FromAnyView<'a>;
}

impl Chooses for f32 {
    type View<'a> = CudaView<'a, f32, 1>;
}

impl Chooses for f64 {
    type View<'a> = CpuView<'a, f64, 1>;
}

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn alias_by_instance<T: Chooses>(t: CpuView<'_, T, 0>, x: <T as Chooses>::View<'_>, #[alias(x)] y: CpuCells<'_, f32, 1>) {
    let _ = (t, x, y);
}

type Signal<'a, T> = CpuView<'a, Complex<T>, 1>;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn element_is_other_type_through_alias<T>(x: Signal<'_, T>) -> usize
where
    T: Element,
    Complex<T>: Element,
{
    x.numel()
}

trait Label {
    type Text<'a>;
}

impl Label for f32 {
    type Text<'a> = &'a str;
}

impl Label for f64 {
    type Text<'a> = Str;
}

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn type_that_is_used_otherwise<T: Label + Element>(x: CpuView<'_, T, 1>, label: <T as Label>::Text<'_>) -> usize
where
    for<'a> <T as Label>::Text<'a>: FromAnyView<'a>,
{
    drop(label);
    x.numel()
}

fn main() {}
