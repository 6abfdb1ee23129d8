struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn config(width: i64) -> Option<Vec<Config>> {
    Some(vec![Config { width }])
}

fn main() {}
