use tvm_ffi::CpuViewMut;

#[tvm_ffi::export]
fn optimise(#[out] params: Vec<CpuViewMut<'_, f32, 1>>) {}

fn main() {}
