use std::error::Error;

#[tvm_ffi::export]
fn parse(text: &str) -> Result<i64, Box<dyn Error>> {
    Ok(text.parse()?)
}

fn main() {}
