use tvm_ffi_abi::map::{MapCell, SMALL};

use super::{done, failure, integer, key, shown};
use crate::value::Value;

const NAMES: [&str; 2] = ["Map", "Dict"];

/// What a map has to contain: keys with their values, in its order.
#[derive(Default)]
struct Model {
    entries: Vec<(String, i64)>,
    /// A key that is set again moves to the end.
    is_dense: bool,
}

impl Model {
    fn set(&mut self, key: &Value, value: i64) {
        self.is_dense |= self.entries.len() == 4;
        let key = shown(key);
        match self.entries.iter().position(|entry| entry.0 == key) {
            Some(index) if self.is_dense => {
                self.entries.remove(index);
                self.entries.push((key, value));
            }
            Some(index) => self.entries[index].1 = value,
            None => self.entries.push((key, value)),
        }
    }

    fn remove(&mut self, key: &Value) {
        let key = shown(key);
        self.entries.retain(|entry| entry.0 != key);
    }
}

/// The entries of a map, as its iterator gives them.
fn entries(name: &str, map: &Value) -> Vec<(String, i64)> {
    let iterator = done(&format!("ffi.{name}ForwardIterFunctor"), &[map]);
    let command = |command: i64| {
        let function = iterator.view().payload.ptr();
        // SAFETY: the iterator is a function, which is held.
        let function = unsafe { crate::object::Object::from_lent(function) }.expect("a function");
        // SAFETY: as above.
        let result = unsafe { crate::testing::call_function(&function, &[*Value::int(command).view()]) };
        result.unwrap_or_else(|_| panic!("{}", super::raised()))
    };
    let count = integer(&format!("ffi.{name}Size"), &[map]);
    let entries: Vec<_> = (0..count)
        .map(|index| {
            let entry = (shown(&command(0)), command(1).view().payload.int());
            assert_eq!(command(2).view().payload.int(), i64::from(index + 1 < count));
            entry
        })
        .collect();
    assert_eq!(command(2).view().payload.int(), 0);
    entries
}

fn assert_is(name: &str, map: &Value, model: &Model) {
    assert_eq!(entries(name, map), model.entries);
    for (index, (_, value)) in model.entries.iter().enumerate() {
        let key =
            (0..).map(key).find(|key| shown(key) == model.entries[index].0).expect("a key of the tests");
        assert_eq!(integer(&format!("ffi.{name}GetItem"), &[map, &key]), *value);
        assert_eq!(integer(&format!("ffi.{name}Count"), &[map, &key]), 1);
    }
}

fn cell(map: &Value) -> MapCell {
    let object = map.view().header().expect("an object");
    // SAFETY: the body of a map follows its header.
    let body = unsafe { object.add(1) }.cast::<MapCell>();
    // SAFETY: as above.
    unsafe { body.read() }
}

#[test]
fn maps_have_the_entries_that_they_are_made_of() {
    let counts: &[i64] = if cfg!(miri) { &[0, 4, 5, 9] } else { &[0, 1, 2, 3, 4, 5, 8, 16, 17, 200] };
    for name in NAMES {
        for &count in counts {
            // Some keys come twice.
            let indices: Vec<i64> = (0..count).chain((0..count).step_by(3)).collect();
            let mut model = Model::default();
            let mut args = Vec::new();
            for (value, index) in indices.iter().enumerate() {
                model.set(&key(*index), value as i64);
                args.extend([key(*index), Value::int(value as i64)]);
            }
            let map = done(&format!("ffi.{name}"), &args.iter().collect::<Vec<_>>());
            assert_is(name, &map, &model);
            assert_eq!(cell(&map).slots & SMALL == 0, model.is_dense);
            assert_eq!(integer(&format!("ffi.{name}Count"), &[&map, &key(count)]), 0);
            let missing = failure(&format!("ffi.{name}GetItem"), &[&map, &key(count)]);
            assert_eq!(missing, "KeyError: key is not in Map");
        }
    }
}

#[test]
fn a_dict_is_what_random_changes_make_of_it() {
    // Many keys have one home in a small table, and entries are moved for others.
    let (rounds, keys) = if cfg!(miri) { (60, 12) } else { (20_000, 90) };
    let dict = done("ffi.Dict", &[]);
    let mut model = Model::default();
    let mut random = 7u64;
    for round in 0..rounds {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let index = (random >> 33) as i64 % keys;
        let key = key(index);
        if random >> 60 < 7 {
            done("ffi.DictErase", &[&dict, &key]);
            model.remove(&key);
        } else {
            done("ffi.DictSetItem", &[&dict, &key, &Value::int(round)]);
            model.set(&key, round);
        }
        if round % (rounds / 20) == 0 {
            assert_is("Dict", &dict, &model);
        }
    }
    assert_is("Dict", &dict, &model);
    done("ffi.DictClear", &[&dict]);
    model.entries.clear();
    assert_is("Dict", &dict, &model);
    done("ffi.DictSetItem", &[&dict, &key(1), &Value::int(2)]);
    model.set(&key(1), 2);
    assert_is("Dict", &dict, &model);
}

#[test]
fn a_key_that_is_set_again_stays_in_a_small_dict_and_moves_to_the_end_of_a_dense_one() {
    let order =
        |dict: &Value| -> Vec<i64> { entries("Dict", dict).into_iter().map(|entry| entry.1).collect() };
    let dict = done("ffi.Dict", &[]);
    let set = |index: i64, value: i64| done("ffi.DictSetItem", &[&dict, &key(index), &Value::int(value)]);
    for index in 0..3 {
        set(index, index);
    }
    set(0, 10);
    assert_eq!(order(&dict), [10, 1, 2]);
    set(3, 3);
    set(0, 20);
    assert_eq!(order(&dict), [1, 2, 3, 20]);
}

#[test]
fn a_map_in_the_place_of_a_dict_is_copied() {
    let map = done("ffi.Map", &[&key(0), &Value::int(0)]);
    done("ffi.DictSetItem", &[&map, &key(1), &Value::int(1)]);
    done("ffi.DictErase", &[&map, &key(0)]);
    done("ffi.DictClear", &[&map]);
    assert_eq!(entries("Map", &map), [(shown(&key(0)), 0)]);
}

#[test]
fn a_missing_value_is_one_object() {
    let map = done("ffi.Map", &[]);
    let dict = done("ffi.Dict", &[&key(0), &Value::int(5)]);
    let missing = done("ffi.MapGetItemOrMissing", &[&map, &key(0)]);
    let other = done("ffi.DictGetItemOrMissing", &[&dict, &key(1)]);
    assert_eq!(missing.view().payload.ptr(), other.view().payload.ptr());
    assert_eq!(integer("ffi.DictGetItemOrMissing", &[&dict, &key(0)]), 5);
}

#[test]
fn a_key_without_a_value_is_an_error() {
    let expected = "InternalError: Check failed: args.size() % 2 == 0 (1 vs. 0) : ";
    assert_eq!(failure("ffi.Map", &[&key(0)]), expected);
    assert_eq!(failure("ffi.Dict", &[&key(0), &key(1), &key(2)]), expected);
}

#[test]
fn an_iterator_of_a_dict_that_has_changed_fails_or_goes_on() {
    let dict = done("ffi.Dict", &[&key(0), &key(0), &key(1), &key(1)]);
    let iterator = done("ffi.DictForwardIterFunctor", &[&dict]);
    // SAFETY: the iterator is a function, which is held.
    let function =
        unsafe { crate::object::Object::from_lent(iterator.view().payload.ptr()) }.expect("a function");
    // SAFETY: as above.
    let command =
        |command: i64| unsafe { crate::testing::call_function(&function, &[*Value::int(command).view()]) };
    done("ffi.DictErase", &[&dict, &key(0)]);
    assert_eq!(command(0).map(|key| shown(&key)).ok(), Some(shown(&key(1))));
    done("ffi.DictErase", &[&dict, &key(1)]);
    assert!(command(1).is_err());
    assert_eq!(super::raised(), "IndexError: The iterator is not at an entry of the map");
    for index in 0..5 {
        done("ffi.DictSetItem", &[&dict, &key(index), &key(index)]);
    }
    assert!(command(2).is_err());
    assert_eq!(super::raised(), "RuntimeError: The dict was changed while its entries were iterated over");
}
