use tvm_ffi::{AnyView, TensorView};

#[tvm_ffi::export]
fn same(x: TensorView<'_>) -> TensorView<'_> {
    x
}

#[tvm_ffi::export]
fn same_any(x: AnyView<'_>) -> AnyView<'_> {
    x
}

fn main() {}
