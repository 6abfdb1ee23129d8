use std::collections::HashMap;

use tvm_ffi::ArrayRef;

#[tvm_ffi::export]
fn char(letter: char) -> u32 {
    letter.into()
}

#[tvm_ffi::export]
fn function_pointer(f: fn(i64) -> i64, g: Box<dyn Fn(i64) -> i64>) -> i64 {
    g(f(1))
}

struct Config {
    width: i64,
}

#[tvm_ffi::export]
fn in_array_ref(configs: ArrayRef<'_, Config>) -> usize {
    let _ = configs;
    0
}

#[tvm_ffi::export]
fn in_tuple(named: HashMap<String, (i64, Config)>) -> i64 {
    named.values().map(|(scale, config)| scale * config.width).sum()
}

#[tvm_ffi::export]
fn in_vec(configs: Vec<Config>) -> i64 {
    configs.iter().map(|config| config.width).sum()
}

#[tvm_ffi::export]
fn many(values: (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64)) -> i64 {
    let _ = values;
    0
}

#[tvm_ffi::export]
fn plain(factor: f64, config: Config) -> f64 {
    factor * config.width as f64
}

#[tvm_ffi::export]
fn reference(config: &Config, factor: &i64) -> i64 {
    config.width * factor
}

#[tvm_ffi::export]
fn result(value: tvm_ffi::Result<i64>) -> i64 {
    value.unwrap_or_default()
}

#[tvm_ffi::export]
fn slice(values: &[f32]) -> f32 {
    values.iter().sum()
}

fn main() {}
