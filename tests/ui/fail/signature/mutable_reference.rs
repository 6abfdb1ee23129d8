use tvm_ffi::{Tensor, TensorView};

#[tvm_ffi::export]
fn increment(x: &mut i64) {
    *x += 1;
}

#[tvm_ffi::export]
fn fill(x: &mut [f32]) {
    x.fill(1.0);
}

#[tvm_ffi::export]
fn views(x: &mut TensorView<'_>, y: &mut Tensor) {
    let _ = (x, y);
}

fn main() {}
