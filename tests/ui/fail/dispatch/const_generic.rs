use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T: Element, const N: usize>(x: CpuView<'_, T, N>) -> usize {
    x.numel()
}

fn main() {}
