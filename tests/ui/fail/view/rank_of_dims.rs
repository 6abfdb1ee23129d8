use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn area(x: CpuView<'_, f32, 3>) -> usize {
    let [height, width] = x.dims();
    height * width
}

fn main() {}
