//! Objects in containers, options, tuples, closures, and callbacks.

use std::collections::HashMap;

use tvm_ffi::prelude::*;

/// The class that is passed.
#[tvm_ffi::object("e2e.Item", init, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
struct Item {
    #[field]
    value: i64,
}

#[tvm_ffi::export]
fn item_new(value: i64) -> Item {
    Item { value }
}

#[tvm_ffi::export]
fn item_id(item: Ref<Item>) -> Ref<Item> {
    item
}

#[tvm_ffi::export]
fn item_value(item: &Item) -> i64 {
    item.value
}

#[tvm_ffi::export]
fn item_option(item: Option<Ref<Item>>) -> Option<Ref<Item>> {
    item
}

#[tvm_ffi::export]
fn item_option_value(item: Option<&Item>) -> Option<i64> {
    item.map(|item| item.value)
}

#[tvm_ffi::export]
fn item_vec(items: Vec<Ref<Item>>) -> Vec<Ref<Item>> {
    items.into_iter().rev().collect()
}

#[tvm_ffi::export]
fn item_map(items: HashMap<String, Ref<Item>>) -> HashMap<String, Ref<Item>> {
    items.into_iter().map(|(key, item)| (key.to_uppercase(), item)).collect()
}

#[tvm_ffi::export]
fn item_keys(items: HashMap<Ref<Item>, i64>) -> i64 {
    items.iter().map(|(item, count)| item.value * count).sum()
}

#[tvm_ffi::export]
fn item_tuple(pair: (Ref<Item>, i64)) -> (i64, Ref<Item>) {
    (pair.1, pair.0)
}

#[tvm_ffi::export]
fn item_closure(item: Ref<Item>) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |more| item.value + more
}

#[tvm_ffi::export]
fn item_taker() -> impl Fn(Ref<Item>) -> i64 + Send + Sync + 'static {
    |item: Ref<Item>| item.value
}

#[tvm_ffi::export]
fn item_callback(f: Function, value: i64) -> Result<Ref<Item>> {
    f.call((Item { value },))?.cast()
}

type Shared = Ref<Item>;

#[tvm_ffi::export]
fn item_typed(f: TypedFunction<fn(Shared, i64) -> Shared>, item: Shared) -> Result<Shared> {
    f.call((item, 2))
}

#[tvm_ffi::export]
fn item_object(object: ObjectRef) -> Result<Ref<Item>> {
    match object.downcast::<Item>() {
        Ok(item) => Ok(item),
        Err(object) => bail!(TypeError, "this is a {}", object.type_key()),
    }
}

#[tvm_ffi::export]
fn item_same(a: Ref<Item>, b: Ref<Item>) -> (bool, bool) {
    (Ref::ptr_eq(&a, &b), a == b)
}

#[tvm_ffi::export]
fn item_count(item: Ref<Item>) -> usize {
    Ref::strong_count(&item)
}
