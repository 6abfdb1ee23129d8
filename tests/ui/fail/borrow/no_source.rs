#[tvm_ffi::export]
fn greeting() -> &str {
    "hello"
}

fn main() {}
