#[tvm_ffi::export]
fn add(x: i64, y: i64) -> i64 {
    let z = x + ;
    z + y
}

fn main() {}
