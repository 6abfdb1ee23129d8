use tvm_ffi::prelude::*;

type Pair<'a, T, U> = (CpuView<'a, T, 1>, CpuView<'a, U, 1>);

#[tvm_ffi::export(dispatch(T = [f32], U = [f64]))]
fn count<T: Element, U: Element>(x: CpuView<'_, T, 1>, y: CpuView<'_, U, 1>, z: Pair<'_, T, U>) -> usize {
    x.numel() + y.numel() + z.0.numel()
}

fn main() {}
