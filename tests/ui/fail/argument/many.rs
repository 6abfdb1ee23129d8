#[tvm_ffi::export]
fn tuple(values: (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)) -> i64 {
    let _ = values;
    0
}

fn main() {}
