#[tvm_ffi::export]
fn no_value(#[default] x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
fn assigned(#[default = 1] x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
fn two(#[default(1, 2)] x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
fn no_expression(#[default(1 +)] x: i64) -> i64 {
    x
}

#[tvm_ffi::export]
fn twice(#[default(1)] #[default(2)] x: i64) -> i64 {
    x
}

fn main() {}
