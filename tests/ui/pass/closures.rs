//! Closures that are returned.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tvm_ffi::{AnyView, Function, Result};

type Failure = std::num::ParseIntError;

#[tvm_ffi::export]
fn adder(by: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |x| x + by
}

#[tvm_ffi::export]
fn counter() -> impl Fn() -> i64 {
    let count = Arc::new(AtomicI64::new(0));
    move || count.fetch_add(1, Ordering::Relaxed)
}

#[tvm_ffi::export]
fn borrowing(prefix: &str) -> impl Fn(&str, Option<&str>) -> String + Send + Sync + 'static {
    let prefix = prefix.to_owned();
    move |text: &str, end: Option<&str>| format!("{prefix}{text}{}", end.unwrap_or_default())
}

#[tvm_ffi::export]
fn capturing_nothing(text: &str) -> impl Fn(i64) -> i64 + use<> {
    let length = text.len() as i64;
    move |x| x + length
}

#[tvm_ffi::export]
#[allow(unused_parens)]
fn in_parentheses(by: i64) -> (impl Fn(i64) -> i64 + Send + Sync) {
    move |x| x * by
}

#[tvm_ffi::export]
fn failing() -> impl Fn(&str) -> Result<i64> {
    |text: &str| Ok(text.parse()?)
}

#[tvm_ffi::export]
fn in_result(by: &str) -> std::result::Result<impl Fn(i64) -> i64 + Send + Sync + 'static, Failure> {
    let by: i64 = by.parse()?;
    Ok(move |x| x + by)
}

#[tvm_ffi::export]
fn in_our_result(by: i64) -> Result<impl Fn(i64) -> i64 + 'static> {
    Ok(move |x: i64| x - by)
}

#[tvm_ffi::export]
fn in_result_of_io() -> io::Result<impl Fn()> {
    Ok(|| ())
}

#[tvm_ffi::export]
fn as_objects(by: i64) -> Vec<Function> {
    vec![
        Function::new(move |x: i64| x + by),
        Function::new(|text: &str, bytes: &[u8]| text.len() + bytes.len()),
        Function::new(|| -> Result<()> { Ok(()) }),
        Function::from_packed(|args: &[AnyView<'_>]| args.len()),
    ]
}

#[test]
fn functions_stay_callable() {
    assert_eq!(adder(1)(2), 3);
    assert_eq!(borrowing("a")("b", None), "ab");
    assert_eq!(in_result("2").map(|f| f(3)), Ok(5));
    assert!(in_result("x").is_err());
}
