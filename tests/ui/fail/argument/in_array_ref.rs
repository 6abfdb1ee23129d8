use tvm_ffi::ArrayRef;

struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn resize(configs: ArrayRef<'_, Config>) -> usize {
    let _ = configs;
    0
}

fn main() {}
