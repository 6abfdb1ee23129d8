use tvm_ffi::Function;

struct Config {
    width: i64,
}

fn main() {
    let _ = Function::new(|width: i64| Config { width });
}
