//! Closures that are returned.

use std::io;

type Failure = std::num::ParseIntError;

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
fn in_result(by: &str) -> std::result::Result<impl Fn(i64) -> i64 + Send + Sync + 'static, Failure> {
    let by: i64 = by.parse()?;
    Ok(move |x| x + by)
}

#[tvm_ffi::export]
fn in_result_of_io() -> io::Result<impl Fn()> {
    Ok(|| ())
}

#[test]
fn functions_stay_callable() {
    assert_eq!(borrowing("a")("b", None), "ab");
    assert_eq!(in_result("2").map(|f| f(3)), Ok(5));
    assert!(in_result("x").is_err());
}
