#![forbid(unsafe_code)]

use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn lends(f: Function, x: CpuView<'_, f32, 1>, y: TensorView<'_>) -> Result<()> {
    f.call((x,))?;
    f.call((y,))?;
    Ok(())
}

#[tvm_ffi::export]
fn lends_what_is_new(f: Function) -> Result<()> {
    let mut tensor = TensorMut::zeros(DType::F32, Device::cpu(), &[1])?;
    f.call((&mut tensor,))?;
    Ok(())
}

fn main() {}
