use tvm_ffi::{Function, Result};

struct Config;

#[tvm_ffi::export]
fn apply(f: Function) -> Result<i64> {
    let _: Config = f.call(())?.cast()?;
    Ok(1)
}

fn main() {}
