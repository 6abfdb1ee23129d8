use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[dtype(flaot32)] x: TensorView<'_>, #[dtype(bfloat)] y: TensorView<'_>) -> usize {
    x.numel() + y.numel()
}

fn main() {}
