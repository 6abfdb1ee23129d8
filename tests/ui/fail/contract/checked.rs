use tvm_ffi::prelude::*;

type Image<'a> = CpuView<'a, f32, 3>;

#[tvm_ffi::export]
fn rank_through_alias(#[shape(n, d)] x: Image<'_>, #[shape(n)] y: Option<Image<'_>>) {
    let _ = (x, y);
}

#[tvm_ffi::export]
fn rest_through_alias(#[shape(n, ..)] x: Image<'_>) {
    let _ = x;
}

#[tvm_ffi::export]
fn integers(#[shape(h)] size: (i64, i64), #[shape(h)] x: CpuView<'_, f32, 1>) {
    let _ = (size, x);
}

fn main() {}
