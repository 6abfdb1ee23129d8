struct Config;

#[tvm_ffi::export]
fn tuple(values: (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)) -> i64 {
    let _ = values;
    0
}

#[tvm_ffi::export]
fn same_twice(left: Config, right: Config) {
    let _ = (left, right);
}

fn main() {}
