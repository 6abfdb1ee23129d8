//! Arguments that are owned.

use std::collections::{BTreeMap, HashMap};
use std::ffi::c_void;
use std::path::PathBuf;

use tvm_ffi::{
    Any, Array, Bytes, DType, Device, Dict, Error, Function, List, Map, Module, ObjectRef, Shape, Str,
    Tensor, TypedFunction,
};

#[tvm_ffi::export]
fn nothing() {}

#[tvm_ffi::export]
fn signed(a: i8, b: i16, c: i32, d: i64, e: isize, f: i128) -> i128 {
    i128::from(a) + i128::from(b) + i128::from(c) + i128::from(d) + e as i128 + f
}

#[tvm_ffi::export]
fn unsigned(a: u8, b: u16, c: u32, d: u64, e: usize, f: u128) -> u128 {
    u128::from(a) + u128::from(b) + u128::from(c) + u128::from(d) + e as u128 + f
}

#[tvm_ffi::export]
fn floats(a: f32, b: f64, flag: bool) -> f64 {
    if flag { f64::from(a) + b } else { 0.0 }
}

#[tvm_ffi::export]
fn texts(a: String, b: Box<str>, c: Str, d: PathBuf) -> usize {
    a.len() + b.len() + c.len() + d.as_os_str().len()
}

#[tvm_ffi::export]
fn sequences(
    a: Vec<i64>,
    b: [f64; 3],
    c: Vec<Vec<String>>,
    d: (i64, String, Option<f64>),
    e: Vec<u8>,
) -> usize {
    a.len() + b.len() + c.len() + d.1.len() + e.len()
}

#[tvm_ffi::export]
fn mappings(a: HashMap<String, i64>, b: BTreeMap<i64, Vec<f64>>) -> usize {
    a.len() + b.len()
}

#[tvm_ffi::export]
fn containers(a: Array<i64>, b: List<String>, c: Map<String, i64>, d: Dict<String, Any>) {
    let _ = (a, b, c, d);
}

#[tvm_ffi::export]
fn objects(a: Any, b: ObjectRef, c: Module, d: Error, e: Tensor, f: Shape, g: Bytes) {
    let _ = (a, b, c, d, e, f, g);
}

#[tvm_ffi::export]
fn plain(dtype: DType, device: Device, pointer: *mut c_void, none: ()) -> bool {
    let () = none;
    let _ = (dtype, device);
    pointer.is_null()
}

#[tvm_ffi::export]
fn functions(f: Function, g: TypedFunction<fn(i64, String) -> f64>, h: TypedFunction<fn(&'static str)>) {
    let _ = (f, g, h);
}

#[tvm_ffi::export]
fn with_borrowed_arguments(
    f: TypedFunction<fn(&str, i64, &Tensor) -> i64>,
    text: &str,
    x: Tensor,
) -> tvm_ffi::Result<i64> {
    f.call((text, 3, &x))
}

#[tvm_ffi::export]
fn options(
    a: Option<i64>,
    b: Option<String>,
    c: Option<Vec<Option<f64>>>,
    d: Option<Tensor>,
    e: Option<Function>,
    f: Option<(i64, i64)>,
) -> bool {
    (a.is_none() && b.is_none() && c.is_none() && f.is_none()) || d.is_some() || e.is_some()
}

#[test]
fn functions_stay_callable() {
    nothing();
    assert_eq!(signed(1, 2, 3, 4, 5, 6), 21);
    assert_eq!(unsigned(1, 2, 3, 4, 5, u128::from(u64::MAX)), u128::from(u64::MAX) + 15);
    assert_eq!(floats(0.5, 0.25, true), 0.75);
    assert_eq!(sequences(vec![1], [0.0; 3], vec![], (1, "two".into(), None), vec![1, 2]), 9);
    assert!(options(None, None, None, None, None, None));
}
