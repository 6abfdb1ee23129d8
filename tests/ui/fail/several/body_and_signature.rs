#[tvm_ffi::export]
fn add(_: i64, y: i64) -> i64 {
    let z: i64 = "text";
    missing(y) + z
}

fn caller() -> i64 {
    add(1, 2)
}

fn main() {
    caller();
}
