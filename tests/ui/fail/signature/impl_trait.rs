#[tvm_ffi::export]
fn text(value: impl ToString) -> String {
    value.to_string()
}

#[tvm_ffi::export]
fn apply(f: impl Fn(i64) -> i64, x: i64) -> i64 {
    f(x)
}

#[tvm_ffi::export]
fn first(values: Vec<impl ToString>) -> String {
    values[0].to_string()
}

fn main() {}
