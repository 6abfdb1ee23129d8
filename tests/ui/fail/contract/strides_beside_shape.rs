use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(
    #[shape(n, d, _)]
    #[strides(_, 1)]
    x: TensorView<'_>,
) -> usize {
    x.numel()
}

fn main() {}
