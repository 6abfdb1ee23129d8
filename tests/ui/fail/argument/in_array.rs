use tvm_ffi::Array;

struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(configs: Array<Config>) -> usize {
    configs.len()
}

fn main() {}
