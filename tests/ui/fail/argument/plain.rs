struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(factor: f64, config: Config) -> f64 {
    factor * config.width as f64
}

fn main() {}
