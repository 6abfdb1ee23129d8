use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn concat(#[shape(n)] parts: Vec<TensorView<'_>>) -> usize {
    parts.iter().map(|part| part.numel()).sum()
}

fn main() {}
