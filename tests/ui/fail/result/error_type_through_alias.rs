#[derive(Debug)]
struct Failure;

type Checked<T> = Result<T, Failure>;

#[tvm_ffi::export]
fn check(width: i64) -> Checked<i64> {
    if width > 0 { Ok(width) } else { Err(Failure) }
}

fn main() {}
