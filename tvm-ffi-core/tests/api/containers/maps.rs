//! `MapRef`, and the mappings of std.

use std::collections::{BTreeMap, HashMap};

use super::*;
use tvm_ffi_core::{ArrayRef, ErrorKind, MapRef};

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
fn order_survives_what_was_erased() {
    let value = dict(entries(40));
    let erase = Function::get_global("ffi.DictErase").unwrap();
    for index in (0..40).step_by(3) {
        erase.call((&value, format!("key {index}"))).unwrap();
    }
    let mut holder = Default::default();
    let found: MapRef<'_, String, i64> = value.as_view().cast_in(&mut holder).unwrap();
    let expected: Vec<_> = entries(40).into_iter().enumerate().filter(|(index, _)| index % 3 != 0).collect();
    assert_eq!(found.to_vec(), expected.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>());
    assert!(format!("{found:?}").starts_with(r#"{"key 1": 4, "key 2": 11, "#));
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

#[test]
fn errors_name_the_key() {
    type Sizes = HashMap<String, i64>;
    let value = map([(Any::new("m"), Any::new(1)), (Any::new("n"), Any::new("x"))]);
    assert_eq!(message_of::<Sizes>(&value), r#"TypeError: element ["n"]: expected int, got str"#);
    let value = map([(Any::new("m"), Any::new(1)), (Any::new(7), Any::new(1))]);
    assert_eq!(message_of::<Sizes>(&value), "TypeError: key 7: expected str, got int");
    let value = map([(300, 1)]);
    let error = error_of::<BTreeMap<u8, i64>>(&value);
    assert_eq!(error.to_string(), "ValueError: key 300: 300 is out of range for u8, expected 0 to 255");
    assert_eq!(error.kind(), ErrorKind::ValueError);
    let value = map([("m", array([Any::new(1), Any::none()]))]);
    assert_eq!(
        message_of::<HashMap<String, Vec<i64>>>(&value),
        r#"TypeError: element ["m"][1]: expected int, got None"#
    );
    assert_eq!(message_of::<Sizes>(&array([1])), "TypeError: expected Map[str, int], got Array");
    let borrowed = |value: &Any| {
        let mut holder = Default::default();
        value
            .as_view()
            .cast_in::<MapRef<'_, &str, i64>>(&mut holder)
            .map(|map| map.len())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(borrowed(&map([("m", "x")])), r#"TypeError: element ["m"]: expected int, got str"#);
    assert_eq!(borrowed(&dict([(1, 1)])), "TypeError: key 1: expected str, got int");
    assert_eq!(borrowed(&Any::new(3)), "TypeError: expected Map[str, int], got int");
}

#[test]
fn parameters_of_closures() {
    let rate = Function::new(|options: MapRef<'_, &str, f64>| options.get("lr").unwrap_or(0.5));
    assert_eq!(rate.call((map([("lr", 0.25)]),)).unwrap().cast::<f64>().unwrap(), 0.25);
    assert_eq!(rate.call((dict::<&str, f64>([]),)).unwrap().cast::<f64>().unwrap(), 0.5);
    let count = Function::new(|sizes: HashMap<&str, i64>| sizes["m"]);
    assert_eq!(count.call((map([("m", 4)]),)).unwrap().cast::<i64>().unwrap(), 4);
    let error = count.call((map([("m", "x")]),)).unwrap_err();
    assert_eq!(error.to_string(), r#"TypeError: <closure>: argument #0["m"]: expected int, got str"#);
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
