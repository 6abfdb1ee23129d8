use tvm_ffi::{TensorView, TypedFunction};

#[tvm_ffi::export]
fn text(f: TypedFunction<fn(Option<&str>) -> i64>) {
    let _ = f;
}

#[tvm_ffi::export]
fn view(f: Option<TypedFunction<fn(TensorView<'_>, i64) -> i64>>) {
    let _ = f;
}

#[tvm_ffi::export]
fn result(f: TypedFunction<fn(&'static str) -> &'static str>) {
    let _ = f;
}

fn main() {}
