//! Results that are borrowed from arguments.

use tvm_ffi::{ArrayRef, Result, TensorView};

#[tvm_ffi::export]
fn longer<'a>(left: &'a str, right: &'a str) -> &'a str {
    if left.len() > right.len() { left } else { right }
}

#[tvm_ffi::export]
fn first<'short, 'long: 'short>(words: Vec<&'short str>, otherwise: &'long str) -> Result<&'short str> {
    Ok(words.first().copied().unwrap_or(otherwise))
}

#[tvm_ffi::export]
fn head<'a, 'b>(values: &'a [i64], name: Option<&'b str>) -> &'a [i64]
where
    'b: 'a,
{
    let count = name.map_or(0, str::len);
    values.get(..count).unwrap_or(values)
}

#[tvm_ffi::export]
fn view<'call>(x: TensorView<'call>, shapes: ArrayRef<'call, &'call [i64]>) -> &'call [i64] {
    let _ = shapes;
    x.shape()
}

#[test]
fn functions_stay_callable() {
    assert_eq!(longer("a", "bc"), "bc");
    assert_eq!(first(vec![], "none").ok(), Some("none"));
    assert_eq!(head(&[1, 2, 3], Some("ab")), [1, 2]);
}
