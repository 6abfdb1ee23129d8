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

type Sum = Option<f64>;

#[tvm_ffi::export(returns(shape(n), dtype(f32)))]
fn not_a_tensor(n: usize) -> Result<Sum> {
    Ok(Some(n as f64))
}

fn main() {}
