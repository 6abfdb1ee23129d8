struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(config: Option<Config>) -> i64 {
    config.map_or(0, |config| config.width)
}

fn main() {}
