use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(n: usize, #[shape({ n + 1 })] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().take(n).sum()
}

fn main() {}
