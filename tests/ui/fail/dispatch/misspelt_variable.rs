use tvm_ffi::prelude::*;

#[tvm_ffi::export(dispatch(Elem = [f32, f64]))]
fn count<Elm: Element>(x: CpuView<'_, Elm, 1>) -> usize {
    x.numel()
}

fn main() {}
