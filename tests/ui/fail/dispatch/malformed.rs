use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch)]
fn alone<T: Element>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

#[tvm_ffi::export(dispatch())]
fn empty<T: Element>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

#[tvm_ffi::export(dispatch = [f32, f64])]
fn assigned<T: Element>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

#[tvm_ffi::export(dispatch("T" = [f32, f64]))]
fn quoted<T: Element>(x: CpuView<'_, T, 1>) -> usize {
    x.numel()
}

fn main() {}
