struct Input;
struct Output;
struct Failure;

#[tvm_ffi::export]
fn convert(first: Input, second: Vec<Input>, third: i64) -> Result<Output, Failure> {
    let _ = (first, second, third);
    Err(Failure)
}

fn main() {}
