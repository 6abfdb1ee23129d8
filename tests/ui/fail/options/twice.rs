#[tvm_ffi::export]
#[tvm_ffi::export(name = "plus_one")]
fn add_one(x: i64) -> i64 {
    x + 1
}

fn main() {}
