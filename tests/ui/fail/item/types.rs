#[tvm_ffi::export]
pub struct Config {
    width: i64,
}

#[tvm_ffi::export]
pub enum Mode {
    Fast,
    Exact,
}

#[tvm_ffi::export]
pub union Bits {
    int: i64,
    float: f64,
}

#[tvm_ffi::export]
type Width = i64;

fn main() {}
