#[derive(Debug)]
enum Failure {
    TooSmall,
}

#[tvm_ffi::export]
fn check(width: i64) -> Result<i64, Failure> {
    if width > 0 { Ok(width) } else { Err(Failure::TooSmall) }
}

fn main() {}
