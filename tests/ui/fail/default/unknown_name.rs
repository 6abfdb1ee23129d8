#[tvm_ffi::export]
fn scale(x: f64, #[default(x)] factor: f64, #[default(FACTOR)] other: f64) -> f64 {
    x * factor * other
}

fn main() {}
