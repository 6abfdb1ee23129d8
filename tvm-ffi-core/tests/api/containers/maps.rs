//! `MapRef`, and the mappings of std.

use std::collections::{BTreeMap, HashMap};

use super::*;
use tvm_ffi_core::{ArrayRef, MapRef};

fn entries(length: usize) -> Vec<(String, i64)> {
    numbers(length).into_iter().enumerate().map(|(index, number)| (format!("key {index}"), number)).collect()
}

#[test]
fn reads_maps_and_dicts_of_any_length() {
    // Up to four entries the runtime has another layout than beyond.
    for length in LENGTHS {
        let expected = entries(length);
        for value in [map(expected.clone()), dict(expected.clone())] {
            let mut holder = Default::default();
            let found: MapRef<'_, &str, i64> = value.as_view().cast_in(&mut holder).unwrap();
            assert_eq!((found.len(), found.is_empty()), (length, length == 0));
            let pairs: Vec<(String, i64)> =
                found.iter().map(|(key, value)| (key.to_owned(), value)).collect();
            assert_eq!(pairs, expected, "in the order of insertion");
            assert_eq!(found.iter().rev().map(|(_, number)| number).collect::<Vec<_>>().len(), length);
            assert!(expected.iter().all(|(key, number)| found.get(key.as_str()) == Some(*number)));
            assert!(found.keys().all(|key| found.contains_key(key)));
            assert_eq!(found.values().sum::<i64>(), expected.iter().map(|(_, number)| number).sum());
            assert_eq!((found.get("none"), found.contains_key("none")), (None, false));
            assert_eq!(
                value.as_view().cast::<HashMap<String, i64>>().unwrap(),
                expected.iter().cloned().collect()
            );
            assert_eq!(value.cast::<BTreeMap<String, i64>>().unwrap(), expected.iter().cloned().collect());
        }
    }
}

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

#[cfg(feature = "indexmap")]
#[test]
fn index_maps_keep_the_order() {
    let expected: indexmap::IndexMap<String, i64> = entries(20).into_iter().rev().collect();
    let value = Any::new(expected.clone());
    assert!(value.as_view().cast::<Vec<i64>>().is_err());
    let back: indexmap::IndexMap<String, i64> = value.cast().unwrap();
    assert!(back.iter().eq(expected.iter()));
}
