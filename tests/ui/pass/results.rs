//! Results whose types have other names, and errors of rare types. The other results are those of `tests/python/kernels`.

use std::fmt;

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

#[tvm_ffi::export]
fn unit_by_alias() -> Unit {}

#[tvm_ffi::export]
fn nothing_by_default() -> tvm_ffi::Result<Unit> {
    Ok(())
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
fn static_text_as_error() -> Result<i64, &'static str> {
    Err("always")
}

#[tvm_ffi::export]
fn no_error() -> Result<i64, std::convert::Infallible> {
    Ok(1)
}

#[test]
fn functions_stay_callable() {
    assert!(by_alias(true).is_err());
}
