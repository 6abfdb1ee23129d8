use tvm_ffi::prelude::*;

type Image<'a> = CpuView<'a, f32, 3>;

#[tvm_ffi::export]
fn total(#[shape(n, d)] x: Image<'_>, #[shape(n)] y: Option<Image<'_>>) -> f32 {
    x.iter().chain(y.iter().flat_map(|y| y.iter())).sum()
}

fn main() {}
