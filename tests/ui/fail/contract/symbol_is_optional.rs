use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n)] x: CpuView<'_, f32, 1>, #[default(None)] n: Option<usize>) -> f32 {
    x.iter().take(n.unwrap_or(1)).sum()
}

fn main() {}
