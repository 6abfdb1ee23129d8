//! What the signatures and the classes of a Python module can have.

use std::collections::HashMap;

use tvm_ffi::prelude::*;

/// Has a parameter that is passed by position, and two that are passed by name.
#[tvm_ffi::export]
fn kinds(
    #[positional_only] first: i64,
    #[default(2)] second: i64,
    #[keyword_only] third: i64,
    #[default(4)] fourth: i64,
) -> String {
    format!("{first} {second} {third} {fourth}")
}

/// Takes any arguments.
#[tvm_ffi::export]
fn gathered(
    first: i64,
    #[args] rest: Vec<i64>,
    #[default("-")] separator: &str,
    #[kwargs] named: HashMap<String, f64>,
) -> String {
    let mut texts: Vec<_> = [first].into_iter().chain(rest).map(|number| number.to_string()).collect();
    let mut named: Vec<_> = named.iter().map(|(name, value)| format!("{name}={value}")).collect();
    named.sort();
    texts.append(&mut named);
    texts.join(separator)
}

/// Borrows any number of texts.
#[tvm_ffi::export]
fn joined(#[args] texts: ArrayRef<'_, &str>, #[default("")] end: &str) -> String {
    texts.to_vec().join(" ") + end
}
