use tvm_ffi::{Function, Result};

#[tvm_ffi::export]
fn apply(f: Function) -> Result<i64> {
    f.call(1)?.cast()
}

#[tvm_ffi::export]
fn apply_text(f: Function, text: &str) -> Result<i64> {
    f.call(text)?.cast()
}

fn main() {}
