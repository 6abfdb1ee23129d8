use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[strides(_, 1)] x: CpuView<'_, f32, 2>, #[strides(ld)] y: Option<CpuViewD<'_, f32>>) -> f32 {
    x.iter().chain(y.iter().flat_map(|y| y.iter())).sum()
}

fn main() {}
