//! `MapRef`, and the mappings of std.

use std::collections::{BTreeMap, HashMap};

use super::*;
use tvm_ffi_core::{ArrayRef, Map, MapRef};

#[test]
fn keys_and_values_of_many_types() {
    let value = map([(1, array([1, 2])), (2, list([3]))]);
    let mut holder = Default::default();
    let nested: MapRef<'_, i64, ArrayRef<'_, i64>> = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(nested.get(2).unwrap().to_vec(), [3]);
    assert_eq!(nested.iter().map(|(key, xs)| key * xs.iter().sum::<i64>()).sum::<i64>(), 9);
    assert_eq!(value.cast::<HashMap<i64, Vec<i64>>>().unwrap()[&1], [1, 2]);
    let nested = map([("a", map([("b", 1.5)]))]);
    let copied: BTreeMap<String, HashMap<String, f64>> = nested.cast().unwrap();
    assert_eq!(copied["a"]["b"], 1.5);
    let pairs = map([((1, "a"), true)]).cast::<HashMap<(i64, String), bool>>().unwrap();
    assert!(pairs[&(1, "a".to_owned())]);
}

#[test]
fn the_last_of_keys_that_become_equal_wins() {
    let value = map([(Any::new(1), "one"), (Any::new(true), "true"), (Any::new(2), "two")]);
    let mut holder = Default::default();
    let all: MapRef<'_, i64, &str> = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(all.to_vec(), [(1, "one"), (1, "true"), (2, "two")]);
    assert_eq!(all.get(1), Some("one"));
    let expected = [(1, "true".to_owned()), (2, "two".to_owned())];
    assert_eq!(value.as_view().cast::<HashMap<i64, String>>().unwrap(), expected.clone().into());
    assert_eq!(value.cast::<BTreeMap<i64, String>>().unwrap(), expected.into());
}

#[test]
fn the_last_of_equal_keys_in_a_new_map_wins() {
    let built: Map<String, i64> =
        [("a", 1), ("b", 2), ("a", 3)].map(|(key, x)| (key.to_owned(), x)).into_iter().collect();
    assert_eq!(built.to_vec().unwrap(), [("a".to_owned(), 3), ("b".to_owned(), 2)]);
}

#[cfg(feature = "indexmap")]
#[test]
fn index_maps_keep_the_order() {
    let expected: indexmap::IndexMap<String, i64> =
        numbers(20).into_iter().map(|number| (format!("key {number}"), number)).rev().collect();
    let value = Any::new(expected.clone());
    assert!(value.as_view().cast::<Vec<i64>>().is_err());
    let back: indexmap::IndexMap<String, i64> = value.cast().unwrap();
    assert!(back.iter().eq(expected.iter()));
}
