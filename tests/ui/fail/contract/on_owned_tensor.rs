use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn total(#[shape(n)] x: Tensor) -> usize {
    x.numel()
}

fn main() {}
