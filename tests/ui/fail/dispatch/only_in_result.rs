use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn zero<T: Element + Default>(n: usize) -> Vec<T> {
    vec![T::default(); n]
}

fn main() {}
