use tvm_ffi::prelude::*;

type Sum = Option<f64>;

#[tvm_ffi::export(returns(shape(n), dtype(f32)))]
fn alias(n: usize) -> Result<Sum> {
    Ok(Some(n as f64))
}

fn main() {}
