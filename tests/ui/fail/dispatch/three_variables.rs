use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32], U = [f32], V = [f32]))]
fn count<T: Element, U: Element, V: Element>(
    x: CpuView<'_, T, 1>,
    y: CpuView<'_, U, 1>,
    z: CpuView<'_, V, 1>,
) -> usize {
    x.numel() + y.numel() + z.numel()
}

fn main() {}
