#[tvm_ffi::export]
fn numbers(count: i64) -> impl Iterator<Item = i64> {
    0..count
}

#[tvm_ffi::export]
fn adders(by: i64) -> Vec<impl Fn(i64) -> i64> {
    vec![move |x: i64| x + by]
}

fn main() {}
