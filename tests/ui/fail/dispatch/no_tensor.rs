use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn sum<T: Element + Into<f64> + for<'a> tvm_ffi::FromAnyView<'a>>(x: Vec<T>) -> f64 {
    x.into_iter().map(Into::into).sum()
}

fn main() {}
