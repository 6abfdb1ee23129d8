#[tvm_ffi::export]
fn halves(x: &[i64]) -> &[f32] {
    let _ = x;
    &[]
}

fn main() {}
