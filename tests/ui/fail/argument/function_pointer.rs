#[tvm_ffi::export]
fn apply(f: fn(i64) -> i64, g: Box<dyn Fn(i64) -> i64>) -> i64 {
    g(f(1))
}

fn main() {}
