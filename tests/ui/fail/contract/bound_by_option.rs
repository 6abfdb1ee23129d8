use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n)] mask: Option<CpuView<'_, f32, 1>>, #[shape(2 * n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(mask.iter().flat_map(|mask| mask.iter())).sum()
}

fn main() {}
