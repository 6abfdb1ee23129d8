use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn resize(#[shape(h)] size: (i64, i64), #[shape(h)] x: CpuView<'_, f32, 1>) {
    let _ = (size, x);
}

fn main() {}
