use tvm_ffi::prelude::*;

fn closure() -> Function {
    Function::new(|mut x: CpuViewMut<'_, f32, 1>| x[[0]] = 1.0)
}

fn main() {}
