use std::error::Error;

use tvm_ffi::{AnyView, TensorView};

#[tvm_ffi::export]
fn boxed_error(text: &str) -> Result<i64, Box<dyn Error>> {
    Ok(text.parse()?)
}

#[derive(Debug)]
enum Failure {
    TooSmall,
}

#[tvm_ffi::export]
fn error_type(width: i64) -> Result<i64, Failure> {
    if width > 0 { Ok(width) } else { Err(Failure::TooSmall) }
}

struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn in_option(width: i64) -> Option<Vec<Config>> {
    Some(vec![Config { width }])
}

#[tvm_ffi::export]
fn plain(width: i64) -> Config {
    Config { width }
}

type Answer<T> = std::io::Result<T>;

#[tvm_ffi::export]
fn through_alias(width: i64) -> Answer<Config> {
    Ok(Config { width })
}

#[tvm_ffi::export]
fn same(x: TensorView<'_>) -> TensorView<'_> {
    x
}

#[tvm_ffi::export]
fn same_any(x: AnyView<'_>) -> AnyView<'_> {
    x
}

fn main() {}
