use tvm_ffi::prelude::*;

type Parts<'a> = Vec<TensorView<'a>>;

#[tvm_ffi::export]
fn concat(#[shape(n)] parts: Parts<'_>) -> usize {
    parts.iter().map(|part| part.numel()).sum()
}

fn main() {}
