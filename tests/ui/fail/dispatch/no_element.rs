use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, i128]))]
fn count<T: Element>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

fn main() {}
