#[tvm_ffi::export]
fn greet(name: &str) -> &str {
    let greeting = format!("hello, {name}");
    &greeting
}

fn main() {}
