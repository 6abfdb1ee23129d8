use tvm_ffi::Result;

#[tvm_ffi::export]
fn scale(x: f64, #[default(true)] factor: f64) -> f64 {
    x * factor
}

#[tvm_ffi::export]
fn parse(#[default("1".parse()?)] x: i64) -> Result<i64> {
    Ok(x)
}

#[tvm_ffi::export]
fn give_up(#[default(return)] x: i64) -> i64 {
    x
}

fn main() {}
