#[tvm_ffi::export(crate = "crate::reexport::tvm_ffi")]
fn add_one(x: i64) -> i64 {
    x + 1
}

fn main() {}
