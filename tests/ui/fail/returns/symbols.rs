use tvm_ffi::prelude::*;

#[tvm_ffi::export(returns(shape(n, m), dtype(flaot32), devise(cpu)))]
fn f(#[shape(n)] x: Tensor) -> Result<Tensor> {
    Ok(x)
}

#[tvm_ffi::export(returns(shape(n, m)))]
fn g(#[shape(n)] x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    Tensor::from_vec(x.as_slice().to_vec(), x.shape())
}

fn main() {}
