use tvm_ffi::prelude::*;

type Pair = (Tensor, i64);

#[tvm_ffi::export(returns((dtype(f32)), _, _))]
fn three(x: Tensor) -> Result<Pair> {
    Ok((x, 3))
}

#[tvm_ffi::export(returns(_, (dtype(f32))))]
fn second(x: Tensor) -> Result<(Tensor, i64)> {
    Ok((x, 2))
}

fn main() {}
