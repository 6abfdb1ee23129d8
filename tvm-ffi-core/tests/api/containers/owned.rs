//! `Array`, `List`, `Map`, and `Dict`.

use super::*;
use tvm_ffi_core::abi::TypeIndex;
use tvm_ffi_core::{Array, Dict, Map, ObjectRef};

fn is_same(value: &Any, object: &ObjectRef) -> bool {
    ObjectRef::ptr_eq(&value.clone().try_into_object().unwrap(), object)
}

#[test]
fn arrays_share_arrays_and_copy_the_rest() {
    for length in LENGTHS {
        let expected = numbers(length);
        let value = array(expected.clone());
        let shared: Array<i64> = value.as_view().cast().unwrap();
        assert!(is_same(&value, shared.as_object()));
        for value in [list(expected.clone()), shape(&expected)] {
            let copy: Array<i64> = value.cast().unwrap();
            assert_eq!(copy.to_any().type_index(), TypeIndex::ARRAY);
            assert_eq!(copy.to_vec(), expected);
        }
        assert_eq!((shared.len(), shared.is_empty(), shared.get(length)), (length, length == 0, None));
        assert!(shared.iter().rev().eq(expected.iter().rev().copied()));
        assert_eq!(shared.clone().get(0), expected.first().copied());
    }
    let mixed: Array = array([Any::new(1), Any::new("x")]).cast().unwrap();
    assert_eq!(format!("{mixed:?}"), r#"[1, "x"]"#);
    let error = message_of::<Array<i64>>(&mixed.to_any());
    assert_eq!(error, "TypeError: element [1]: expected int, got str");
    assert_eq!(message_of::<Array<i64>>(&Any::new(1)), "TypeError: expected Array[int], got int");
}

#[test]
fn maps_and_dicts() {
    for length in LENGTHS {
        let expected: Vec<(i64, String)> = numbers(length).into_iter().map(|x| (x, x.to_string())).collect();
        let (a_map, a_dict) = (map(expected.clone()), dict(expected.clone()));
        let shared_map: Map<i64, String> = a_map.as_view().cast().unwrap();
        let shared_dict: Dict<i64, String> = a_dict.as_view().cast().unwrap();
        assert!(is_same(&a_map, shared_map.as_object()) && is_same(&a_dict, shared_dict.as_object()));
        let copied_map: Map<i64, String> = a_dict.cast().unwrap();
        let copied_dict: Dict<i64, String> = a_map.cast().unwrap();
        assert_eq!(copied_map.to_any().type_index(), TypeIndex::MAP);
        assert_eq!(copied_dict.to_any().type_index(), TypeIndex::DICT);
        for map in [shared_map, copied_map] {
            assert_eq!((map.len(), map.is_empty()), (length, length == 0));
            assert_eq!(map.to_vec().unwrap(), expected);
            assert_eq!(map.get(4).unwrap(), (length > 1).then(|| "4".to_owned()));
            assert_eq!(map.get("none").unwrap(), None);
        }
        for dict in [shared_dict, copied_dict] {
            assert_eq!((dict.len(), dict.is_empty()), (length, length == 0));
            assert_eq!(dict.to_vec().unwrap(), expected);
            assert_eq!(dict.get(-3).unwrap(), (length > 0).then(|| "-3".to_owned()));
        }
    }
}

#[test]
fn the_last_of_equal_keys_wins() {
    let built: Map<String, i64> =
        [("a", 1), ("b", 2), ("a", 3)].map(|(key, x)| (key.to_owned(), x)).into_iter().collect();
    assert_eq!(built.to_vec().unwrap(), [("a".to_owned(), 3), ("b".to_owned(), 2)]);
}
