#![forbid(unsafe_code)]

use tvm_ffi::{CpuCells, CpuView, FfiType};

#[tvm_ffi::export]
fn shared(x: CpuCells<'_, f32, 1>) -> f32 {
    let elements: CpuView<'_, f32, 1> = x.tensor_within().unwrap().try_cpu().unwrap();
    let slice = elements.as_slice();
    x.as_slice()[0].set(1.0);
    slice[0]
}

fn main() {}
