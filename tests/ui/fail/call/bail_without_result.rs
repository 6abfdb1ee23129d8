use tvm_ffi::bail;

#[tvm_ffi::export]
fn root(x: f64) -> f64 {
    if x < 0.0 {
        bail!(ValueError, "expected a number that is not negative, got {x}");
    }
    x.sqrt()
}

fn main() {}
