use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T: Element>(#[shape({ size_of::<T>() })] x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

fn main() {}
