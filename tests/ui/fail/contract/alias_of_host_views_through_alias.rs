use tvm_ffi::prelude::*;

type Row<'a> = CpuView<'a, f32, 1>;
type Out<'a> = CpuViewMut<'a, f32, 1>;

#[tvm_ffi::export]
fn copy(x: Row<'_>, #[alias(x)] mut y: Out<'_>) {
    y[[0]] = x[[0]];
}

fn main() {}
