use tvm_ffi::{CpuCells, CpuView, CudaView, Element, FromAnyView};

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
fn copy<T: Chooses>(t: CpuView<'_, T, 0>, x: <T as Chooses>::View<'_>, #[alias(x)] y: CpuCells<'_, f32, 1>) {
    let _ = (t, x, y);
}

fn main() {}
