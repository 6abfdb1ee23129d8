struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn config(width: i64) -> Config {
    Config { width }
}

fn main() {}
