#[tvm_ffi::export]
unsafe extern "C" fn sum(count: i64, mut rest: ...) -> i64 {
    let _ = &mut rest;
    count
}

fn main() {}
