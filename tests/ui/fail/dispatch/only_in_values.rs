use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T: Element + for<'a> tvm_ffi::FromAnyView<'a>>(
    values: Vec<T>,
    start: Option<T>,
) -> usize {
    values.len() + usize::from(start.is_some())
}

fn main() {}
