#[tvm_ffi::export]
fn scale(x: f64, #[cfg(unix)] factor: f64) -> f64 {
    x * factor
}

fn main() {}
