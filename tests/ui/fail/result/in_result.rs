struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn config(width: i64) -> tvm_ffi::Result<Config> {
    Ok(Config { width })
}

fn main() {}
