//! Results.

use std::collections::HashMap;
use std::fmt;
use std::num::ParseIntError;

use tvm_ffi::{Any, Array, DType, Function, Shape, Str, Tensor, bail, ensure};

type Answer<T> = std::io::Result<T>;
type Unit = ();
type Checked<T = i64> = Result<T, Failure>;

/// An error that implements `std::error::Error`.
#[derive(Debug)]
struct Failure;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("failed")
    }
}

impl std::error::Error for Failure {}

/// An error that converts into ours.
enum Refusal {
    Missing(&'static str),
}

impl From<Refusal> for tvm_ffi::Error {
    fn from(refusal: Refusal) -> Self {
        let Refusal::Missing(name) = refusal;
        Self::new(tvm_ffi::ErrorKind::KeyError, format!("`{name}` is missing"))
    }
}

#[tvm_ffi::export]
fn unit() -> () {}

#[tvm_ffi::export]
fn unit_by_alias() -> Unit {}

#[tvm_ffi::export]
fn integer() -> u128 {
    u128::MAX
}

#[tvm_ffi::export]
fn text_result() -> String {
    "text".to_owned()
}

#[tvm_ffi::export]
fn borrowed_text_result() -> &'static str {
    "text"
}

#[tvm_ffi::export]
fn bytes_result() -> &'static [u8] {
    b"bytes"
}

#[tvm_ffi::export]
fn option_result() -> Option<Vec<Option<f64>>> {
    None
}

#[tvm_ffi::export]
fn tuple() -> (i64, String, (bool, ())) {
    (1, String::new(), (true, ()))
}

#[tvm_ffi::export]
fn map() -> HashMap<String, Vec<i64>> {
    HashMap::new()
}

#[tvm_ffi::export]
fn array() -> [i64; 3] {
    [1, 2, 3]
}

#[tvm_ffi::export]
fn object_results(any: Any, array: Array<i64>, shape: Shape, text: Str) -> (Any, Array<i64>, Shape, Str) {
    (any, array, shape, text)
}

#[tvm_ffi::export]
fn tensor(x: Tensor) -> Tensor {
    x
}

#[tvm_ffi::export]
fn dtype(x: DType) -> DType {
    x
}

#[tvm_ffi::export]
fn function_result(f: Function) -> Function {
    f
}

#[tvm_ffi::export]
fn ours(x: i64) -> tvm_ffi::Result<i64> {
    ensure!(x != 0, "expected a number other than 0");
    ensure!(x > 0);
    if x > 100 {
        bail!(ValueError, "expected at most 100, got {x}");
    }
    Ok(x)
}

#[tvm_ffi::export]
fn nothing_or_error(x: i64) -> tvm_ffi::Result<()> {
    ours(x)?;
    Ok(())
}

#[tvm_ffi::export]
fn nothing_by_default() -> tvm_ffi::Result<Unit> {
    Ok(())
}

#[tvm_ffi::export]
fn standard_error(text: &str) -> Result<i64, ParseIntError> {
    text.parse()
}

#[tvm_ffi::export]
fn own_error(fails: bool) -> Result<i64, Failure> {
    if fails { Err(Failure) } else { Ok(1) }
}

#[tvm_ffi::export]
fn by_alias(fails: bool) -> Checked {
    own_error(fails)
}

#[tvm_ffi::export]
fn by_alias_of_std() -> Answer<Option<String>> {
    Ok(None)
}

#[tvm_ffi::export]
fn converted_error(name: &str) -> std::result::Result<(), Refusal> {
    if name.is_empty() { Err(Refusal::Missing("name")) } else { Ok(()) }
}

#[tvm_ffi::export]
fn boxed_error(text: &str) -> Result<f64, Box<dyn std::error::Error + Send + Sync>> {
    Ok(text.parse()?)
}

#[tvm_ffi::export]
fn text_as_error(fails: bool) -> Result<i64, String> {
    if fails { Err("failed".to_owned()) } else { Ok(1) }
}

#[tvm_ffi::export]
fn static_text_as_error() -> Result<i64, &'static str> {
    Err("always")
}

#[tvm_ffi::export]
fn no_error() -> Result<i64, std::convert::Infallible> {
    Ok(1)
}

#[test]
fn functions_stay_callable() {
    unit();
    assert_eq!(ours(7).ok(), Some(7));
    assert_eq!(standard_error("7"), Ok(7));
    assert!(by_alias(true).is_err());
    assert!(boxed_error("x").is_err());
    assert_eq!(array(), [1, 2, 3]);
}
