#[tvm_ffi::export = "add"]
fn assigned(x: i64) -> i64 {
    x
}

fn main() {}
