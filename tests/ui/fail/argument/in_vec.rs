struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(configs: Vec<Config>) -> i64 {
    configs.iter().map(|config| config.width).sum()
}

fn main() {}
