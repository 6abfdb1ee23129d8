struct Failure;

fn step(x: i64) -> Result<i64, Failure> {
    if x > 0 { Ok(x) } else { Err(Failure) }
}

#[tvm_ffi::export]
fn run(x: i64) -> tvm_ffi::Result<i64> {
    Ok(step(x)? + 1)
}

fn main() {}
