struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(config: &Config, factor: &i64) -> i64 {
    config.width * factor
}

fn main() {}
