use tvm_ffi::{Result, bail};

#[tvm_ffi::export]
fn root(x: f64) -> Result<f64> {
    if x < 0.0 {
        bail!(ValeuError, "expected a number that is not negative, got {x}");
    }
    Ok(x.sqrt())
}

fn main() {}
