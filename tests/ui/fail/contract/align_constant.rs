use tvm_ffi::prelude::*;

const LINE: usize = 48;

#[tvm_ffi::export]
fn total(#[align({ LINE })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

fn main() {}
