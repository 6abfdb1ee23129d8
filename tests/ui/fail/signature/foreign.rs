#[tvm_ffi::export]
extern "C" fn callback(x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
pub(crate) const extern "C" fn constant() -> i64 {
    1
}

fn main() {}
