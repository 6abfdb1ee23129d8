#[tvm_ffi::export]
fn scale(#[defualt(1.0)] factor: f64, #[deafult(2.0)] x: f64) -> f64 {
    x * factor
}

fn main() {}
