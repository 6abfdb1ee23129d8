use tvm_ffi::{Function, Result};

#[tvm_ffi::export]
fn apply(f: Function) -> Result<i64> {
    f.call(1, 2)?.cast()
}

fn main() {}
