use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n, d)] x: CpuView<'_, f32, 1>, #[shape(n)] y: Option<CpuView<'_, f32, 3>>) -> f32 {
    x.iter().chain(y.iter().flat_map(|y| y.iter())).sum()
}

fn main() {}
