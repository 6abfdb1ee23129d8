use std::collections::HashMap;

struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(named: HashMap<String, (i64, Config)>) -> i64 {
    named.values().map(|(scale, config)| scale * config.width).sum()
}

fn main() {}
