//! Arguments that are borrowed from the caller.

use std::borrow::Cow;

use tvm_ffi::{AnyView, ArrayRef, CpuView, MapRef, Result, TensorView};

#[tvm_ffi::export]
fn borrowed_text(name: &str) -> usize {
    name.len()
}

#[tvm_ffi::export]
fn bytes(data: &[u8], extents: &[i64], any: AnyView<'_>, text: Cow<'_, str>) -> usize {
    data.len() + extents.len() + usize::from(any.is_none()) + text.len()
}

#[tvm_ffi::export]
fn tensors(x: TensorView<'_>, y: TensorView<'_>) -> Result<f32> {
    let (x, y): (CpuView<'_, f32, 1>, CpuView<'_, f32, 1>) = (x.try_cpu()?, y.try_cpu()?);
    Ok(x.as_slice().iter().zip(y.as_slice()).map(|(x, y)| x * y).sum())
}

#[tvm_ffi::export]
fn borrowed_containers(
    a: ArrayRef<'_, i64>,
    b: ArrayRef<'_, &str>,
    c: MapRef<'_, String, f64>,
    d: MapRef<'_, &str, AnyView<'_>>,
) {
    let _ = (a, b, c, d);
}

#[tvm_ffi::export]
fn nested(
    a: ArrayRef<'_, ArrayRef<'_, i64>>,
    b: Vec<&str>,
    c: Vec<TensorView<'_>>,
    d: (&str, &[u8]),
) -> usize {
    let _ = a;
    b.len() + c.len() + d.0.len()
}

#[tvm_ffi::export]
fn borrowed_options(
    a: Option<&str>,
    b: Option<&[u8]>,
    c: Option<&[i64]>,
    d: Option<TensorView<'_>>,
    e: Option<ArrayRef<'_, f64>>,
    f: Option<MapRef<'_, &str, i64>>,
) -> bool {
    a.is_none() && b.is_none() && c.is_none() && d.is_none() && e.is_none() && f.is_none()
}

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
    assert_eq!(borrowed_text("four"), 4);
    assert!(borrowed_options(None, None, None, None, None, None));
    assert_eq!(longer("a", "bc"), "bc");
    assert_eq!(first(vec![], "none").ok(), Some("none"));
    assert_eq!(head(&[1, 2, 3], Some("ab")), [1, 2]);
}
