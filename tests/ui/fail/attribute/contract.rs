use tvm_ffi::TensorView;

#[tvm_ffi::export]
fn total(#[shape(n)] #[align(16)] x: TensorView<'_>) -> i64 {
    x.ndim() as i64
}

fn main() {}
