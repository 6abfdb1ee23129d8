//! Functions and a class that are only called from Python.

use std::collections::HashMap;

use tvm_ffi::{CpuView, Function, Result, Tensor, bail};

/// Three matrices as in `check3`, without releasing the GIL.
#[tvm_ffi::export(gil = "held")]
fn check3_held(
    #[shape(m, k)] _a: CpuView<'_, f32, 2>,
    #[shape(k, n)] _b: CpuView<'_, f32, 2>,
    #[shape(m, n)] _c: CpuView<'_, f32, 2>,
) {
}

/// A copy.
#[tvm_ffi::export]
fn copied(x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    Tensor::from_slice(x.as_slice(), x.shape())
}

/// Arguments of six types.
#[tvm_ffi::export]
fn mixed(a: i64, b: f64, c: &str, d: bool, e: &[u8], f: Option<i64>) -> f64 {
    a as f64 + b + c.len() as f64 + f64::from(u8::from(d)) + e.len() as f64 + f.unwrap_or(0) as f64
}

#[tvm_ffi::export]
fn sum_floats(values: Vec<f64>) -> f64 {
    values.iter().sum()
}

#[tvm_ffi::export]
fn sum_lengths(values: Vec<String>) -> usize {
    values.iter().map(String::len).sum()
}

#[tvm_ffi::export]
fn integers(count: i64) -> Vec<i64> {
    (1000..1000 + count).collect()
}

#[tvm_ffi::export]
fn floats(count: i64) -> Vec<f64> {
    (0..count).map(|index| index as f64).collect()
}

#[tvm_ffi::export]
fn texts(count: i64) -> Vec<&'static str> {
    (0..count).map(|_| "a text of some length").collect()
}

#[tvm_ffi::export]
fn sum_values(values: HashMap<String, i64>) -> i64 {
    values.values().sum()
}

#[tvm_ffi::export]
fn mapping() -> HashMap<&'static str, i64> {
    HashMap::from([("one", 1), ("two", 2), ("three", 3), ("four", 4)])
}

#[tvm_ffi::export]
fn tuple() -> (i64, f64, &'static str) {
    (1, 2.5, "three")
}

#[tvm_ffi::export]
fn bytes(value: &[u8]) -> &[u8] {
    value
}

/// Calls back, and adds what it is given.
#[tvm_ffi::export(gil = "held")]
fn call_back(f: Function, count: i64) -> Result<i64> {
    let mut sum = 0;
    for index in 0..count {
        sum += f.call((index,))?.cast::<i64>()?;
    }
    Ok(sum)
}

/// A class that can be changed.
#[tvm_ffi::object("bench.Item", mutable, repr, eq, hash)]
#[derive(Debug, PartialEq, Hash)]
pub struct Item {
    #[field(set)]
    value: i64,
    #[field]
    name: String,
}

#[tvm_ffi::methods]
impl Item {
    #[init]
    fn new(value: i64, #[default("item")] name: &str) -> Self {
        Self { value, name: name.to_owned() }
    }

    fn plus(&self, other: i64) -> i64 {
        self.value + other
    }

    fn add(&mut self, other: i64) {
        self.value += other;
    }

    fn __len__(&self) -> usize {
        3
    }

    fn __getitem__(&self, index: i64) -> Result<i64> {
        if index >= 3 {
            bail!(IndexError, "no such item");
        }
        Ok(self.value + index)
    }
}
