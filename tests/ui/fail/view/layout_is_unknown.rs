use tvm_ffi::prelude::*;

struct Fortran;

#[tvm_ffi::export]
fn count(x: CpuView<'_, f32, 2, Fortran>) -> usize {
    x.numel()
}

fn main() {}
