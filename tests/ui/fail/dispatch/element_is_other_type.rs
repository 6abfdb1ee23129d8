use tvm_ffi::prelude::*;

use tvm_ffi::Complex;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T>(x: CpuView<'_, T, 1>, y: CpuView<'_, Complex<T>, 1>) -> usize
where
    T: Element,
    Complex<T>: Element,
{
    x.numel() + y.numel()
}

fn main() {}
