//! Maps and dicts that the runtime, which is C++, and this library make and change in turn, compared with a plain model.
//!
//! `TVM_FFI_CONTAINER_CASES` is the number of random changes.

use std::collections::BTreeMap;

use super::*;
use tvm_ffi_core::{Dict, Map, MapRef};

/// A generator of numbers that is the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }
}

fn cases() -> usize {
    std::env::var("TVM_FFI_CONTAINER_CASES").map_or(20_000, |cases| cases.parse().unwrap())
}

/// Keys of all kinds that are hashed without a hook of their type, and some that have one. Equal numbers give equal keys.
fn key(number: u64) -> Any {
    let text = "key ".repeat(1 + number as usize % 9);
    match number % 7 {
        0 => Any::new(number as i64),
        1 => Any::new(format!("{number}")),
        2 => Any::new(format!("{text}{number}")),
        3 => Any::new(number as f64 + 0.5),
        4 => Any::new(tvm_ffi_core::Bytes::from(format!("{text}{number}").into_bytes())),
        // A big integer, whose type hashes and compares by itself.
        5 if number.is_multiple_of(11) => Any::new(u128::MAX - u128::from(number)),
        _ => Any::new(-(number as i64)),
    }
}

/// The entries as the runtime gives them, in its order.
fn by_functions(kind: &str, map: &Any) -> Vec<(String, i64)> {
    let call = |name: &str| Function::get_global(&format!("ffi.{kind}{name}")).unwrap();
    let size: i64 = call("Size").call((map,)).unwrap().cast().unwrap();
    let iterator: Function = call("ForwardIterFunctor").call((map,)).unwrap().cast().unwrap();
    let entry = |_| {
        let entry = (0..2).map(|part| iterator.call((part,)).unwrap()).collect::<Vec<Any>>();
        let _: bool = iterator.call((2,)).unwrap().cast().unwrap();
        (format!("{:?}", entry[0]), entry[1].as_view().cast().unwrap())
    };
    (0..size).map(entry).collect()
}

fn by_layout(map: &Any) -> Vec<(String, i64)> {
    let mut holder = Default::default();
    let found: MapRef<'_, Any, i64> = map.as_view().cast_in(&mut holder).unwrap();
    let forwards: Vec<_> = found.iter().map(|(key, value)| (format!("{key:?}"), value)).collect();
    let mut backwards: Vec<_> = found.iter().rev().map(|(key, value)| (format!("{key:?}"), value)).collect();
    backwards.reverse();
    assert_eq!(forwards, backwards);
    assert_eq!(found.len(), forwards.len());
    forwards
}

#[test]
fn dicts_that_both_sides_change() {
    let functions = ["SetItem", "Erase", "Count", "GetItem", "Clear"]
        .map(|name| Function::get_global(&format!("ffi.Dict{name}")).unwrap());
    let [set, erase, count, get, clear] = functions;
    let mut random = Random(1);
    let mut model: BTreeMap<u64, i64> = BTreeMap::new();
    let mut value = dict::<i64, i64>([]);
    for case in 0..cases() {
        let number = random.below(1 + [3, 8, 60, 400][case / 512 % 4]);
        match random.below(16) {
            0 if random.below(8) == 0 => {
                clear.call((&value,)).unwrap();
                model.clear();
            }
            // A new dict of the same entries, made by this library.
            0 => {
                let again: Dict<Any, i64> = model.iter().map(|(number, of)| (key(*number), *of)).collect();
                assert_eq!(again.len(), model.len());
                value = again.to_any();
            }
            1..5 => {
                if model.remove(&number).is_some() {
                    erase.call((&value, key(number))).unwrap();
                }
            }
            _ => {
                set.call((&value, key(number), case as i64)).unwrap();
                model.insert(number, case as i64);
            }
        }
        let found: i64 = count.call((&value, key(number))).unwrap().cast().unwrap();
        assert_eq!(found == 1, model.contains_key(&number));
        if let Some(expected) = model.get(&number) {
            assert_eq!(get.call((&value, key(number))).unwrap().cast::<i64>().unwrap(), *expected);
        }
        if case % 16 == 0 {
            let found = by_layout(&value);
            assert_eq!(found, by_functions("Dict", &value));
            let mut expected: Vec<_> =
                model.iter().map(|(number, of)| (format!("{:?}", key(*number)), *of)).collect();
            let mut sorted = found;
            sorted.sort();
            expected.sort();
            assert_eq!(sorted, expected);
        }
    }
}

#[test]
fn maps_of_every_length_that_this_library_makes_are_those_of_the_runtime() {
    let get = Function::get_global("ffi.MapGetItem").unwrap();
    let mut random = Random(2);
    for length in (0..70).chain([127, 128, 129, 1000, 5000]) {
        let first = random.below(1 << 20);
        let entries = || (0..length).map(|index| (key(first + index * 7), index as i64));
        let ours: Map<Any, i64> = entries().collect();
        let expected: Vec<_> = entries().map(|(key, value)| (format!("{key:?}"), value)).collect();
        assert_eq!(by_layout(&ours.to_any()), expected);
        assert_eq!(by_functions("Map", &ours.to_any()), expected);
        let theirs = map(entries());
        assert_eq!(by_layout(&theirs), expected);
        for (key, value) in entries() {
            let found: i64 = get.call((&ours.to_any(), key)).unwrap().cast().unwrap();
            assert_eq!(found, value);
        }
    }
}

#[test]
fn the_runtime_appends_to_arrays_and_dicts_of_this_library() {
    for length in 0..40i64 {
        let numbers: Any = (0..length).collect::<Vec<i64>>().into_any();
        assert_eq!(numbers.as_view().cast::<Vec<i64>>().unwrap(), (0..length).collect::<Vec<_>>());
        let texts = make("ffi.List", (0..length).map(|index| format!("a text of {index}")));
        let copied: Vec<String> = texts.cast().unwrap();
        assert_eq!(copied.len() as i64, length);
        let made: Dict<i64, String> =
            (0..length).map(|index| (index, format!("a text of {index}"))).collect();
        let set = Function::get_global("ffi.DictSetItem").unwrap();
        for index in length..2 * length + 6 {
            set.call((&made.to_any(), index, format!("a text of {index}"))).unwrap();
        }
        let expected: Vec<_> =
            (0..2 * length + 6).map(|index| (index, format!("a text of {index}"))).collect();
        assert_eq!(made.to_vec().unwrap(), expected);
    }
}
