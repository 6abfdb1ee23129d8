use tvm_ffi::prelude::*;

type Mask<'a> = Option<CpuView<'a, f32, 1>>;

#[tvm_ffi::export]
fn total(#[shape(n)] mask: Mask<'_>, #[shape(2 * n)] x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().chain(mask.iter().flat_map(|mask| mask.iter())).sum()
}

fn main() {}
