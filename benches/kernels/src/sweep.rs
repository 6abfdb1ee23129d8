//! The functions that are called with arguments of many sizes, written the way a user of the framework would.
//!
//! `../../cpp/sweep.cc` has the same functions under the same names, and `../../c/sweep.c` the short ones.

use std::collections::HashMap;

use tvm_ffi::{ArrayRef, Map, MapRef, Str};

/// Borrowed text.
#[tvm_ffi::export]
fn text_length(text: &str) -> usize {
    text.len()
}

/// Borrowed bytes.
#[tvm_ffi::export]
fn bytes_length(bytes: &[u8]) -> usize {
    bytes.len()
}

/// Text in, text out, with the strings of the standard library.
#[tvm_ffi::export]
fn concat_string(a: &str, b: &str) -> String {
    let mut text = String::from(a);
    text.push_str(b);
    text
}

/// Integers, copied.
#[tvm_ffi::export]
fn vec_int(values: Vec<i64>) -> i64 {
    values.iter().sum()
}

/// Numbers, copied.
#[tvm_ffi::export]
fn vec_float(values: Vec<f64>) -> f64 {
    values.iter().sum()
}

/// Texts, shared.
#[tvm_ffi::export]
fn vec_str(words: Vec<Str>) -> usize {
    words.iter().map(|word| word.len()).sum()
}

/// Texts, read where they are.
#[tvm_ffi::export]
fn array_ref_str(words: ArrayRef<'_, &str>) -> usize {
    words.iter().map(str::len).sum()
}

/// Rows, copied.
#[tvm_ffi::export]
fn vec_row(rows: Vec<Vec<i64>>) -> i64 {
    rows.iter().flatten().sum()
}

/// Entries, read where they are.
#[tvm_ffi::export]
fn map_ref_str(map: MapRef<'_, &str, i64>) -> i64 {
    map.iter().map(|(key, value)| key.len() as i64 + value).sum()
}

/// Entries, read where they are.
#[tvm_ffi::export]
fn map_ref_int(map: MapRef<'_, i64, i64>) -> i64 {
    map.iter().map(|(key, value)| key + value).sum()
}

/// Entries, copied.
#[tvm_ffi::export]
fn hash_map_str(map: HashMap<String, i64>) -> i64 {
    map.iter().map(|(key, value)| key.len() as i64 + value).sum()
}

/// Entries, copied.
#[tvm_ffi::export]
fn hash_map_int(map: HashMap<i64, i64>) -> i64 {
    map.iter().map(|(key, value)| key + value).sum()
}

/// An array, made of a vector.
#[tvm_ffi::export]
fn return_vec(length: i64) -> Vec<i64> {
    (0..length).collect()
}

/// A map, made of a hash map.
#[tvm_ffi::export]
fn return_hash_map(length: i64) -> HashMap<i64, i64> {
    (0..length).map(|i| (i, 2 * i)).collect()
}

/// A map, made in place.
#[tvm_ffi::export]
fn return_map(length: i64) -> Map<i64, i64> {
    (0..length).map(|i| (i, 2 * i)).collect()
}
