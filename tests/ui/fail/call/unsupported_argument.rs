use tvm_ffi::{Function, Result};

struct Config;

#[tvm_ffi::export]
fn apply(f: Function) -> Result<i64> {
    f.call((1, Config))?.cast()
}

fn main() {}
