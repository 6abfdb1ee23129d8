#[tvm_ffi::export]
unsafe fn read(address: i64) -> i64 {
    address
}

fn main() {}
