use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn copy(n: i64, #[alias(n)] y: CpuCells<'_, f32, 1>) -> i64 {
    n + y.shape()[0]
}

fn main() {}
