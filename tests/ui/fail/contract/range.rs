use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n..4, ..=4)] x: CpuView<'_, f32, 2>) -> f32 {
    x.iter().sum()
}

fn main() {}
