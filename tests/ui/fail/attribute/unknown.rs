#[tvm_ffi::export]
fn scale(#[fancy] x: f64) -> f64 {
    x
}

fn main() {}
