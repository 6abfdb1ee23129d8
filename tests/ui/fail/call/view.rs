#![forbid(unsafe_code)]

use tvm_ffi::prelude::*;
use tvm_ffi::SliceTensor;

static ROM: [f32; 4] = [0.0; 4];

#[tvm_ffi::export]
fn lends(f: Function, x: CpuView<'_, f32, 1>, y: TensorView<'_>, mut z: CpuViewMut<'_, f32, 1>) -> Result<()> {
    f.call((x,))?;
    f.call((&x, 1))?;
    f.call((y,))?;
    f.call((&mut z,))?;
    f.call((SliceTensor::new(&ROM, [4])?.view(), 8.0f32))?;
    Ok(())
}

#[tvm_ffi::export]
fn lends_what_is_new(f: Function) -> Result<()> {
    let mut tensor = TensorMut::zeros(DType::F32, Device::cpu(), &[1])?;
    f.call((&mut tensor,))?;
    Ok(())
}

fn main() {}
