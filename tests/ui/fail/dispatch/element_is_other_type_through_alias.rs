use tvm_ffi::prelude::*;

use tvm_ffi::Complex;

type Signal<'a, T> = CpuView<'a, Complex<T>, 1>;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T>(x: Signal<'_, T>) -> usize
where
    T: Element,
    Complex<T>: Element,
{
    x.numel()
}

fn main() {}
