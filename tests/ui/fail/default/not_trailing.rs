#[tvm_ffi::export]
fn scale(#[default(1.0)] factor: f64, x: f64, #[default(0.0)] offset: f64, y: f64) -> f64 {
    x * factor + offset + y
}

fn main() {}
