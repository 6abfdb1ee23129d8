//! `Array`, `List`, `Map`, and `Dict`.

use super::*;
use tvm_ffi_core::abi::TypeIndex;
use tvm_ffi_core::{Array, Dict, List, Map, ObjectRef};

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
fn lists_share_lists_and_copy_the_rest() {
    let value = list([1, 2]);
    let shared: List<i64> = value.as_view().cast().unwrap();
    assert!(is_same(&value, shared.as_object()));
    for value in [array([1, 2]), shape(&[1, 2])] {
        let copy: List<i64> = value.cast().unwrap();
        assert_eq!(copy.to_any().type_index(), TypeIndex::LIST);
        assert_eq!(copy.to_vec().unwrap(), [1, 2]);
    }
    assert_eq!((shared.len(), shared.is_empty()), (2, false));
    assert!(List::<i64>::from_iter([]).is_empty());
    Function::get_global("ffi.ListAppend").unwrap().call((&value, "x")).unwrap();
    assert_eq!((shared.len(), format!("{shared:?}")), (3, r#"[1, 2, "x"]"#.to_owned()));
    let error = shared.to_vec().unwrap_err();
    assert_eq!(error.to_string(), "TypeError: element [2]: expected int, got str");
    assert_eq!(message_of::<List<i64>>(&value), "TypeError: element [2]: expected int, got str");
    assert_eq!(message_of::<List<i64>>(&map([(1, 2)])), "TypeError: expected List[int], got Map");
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
fn mappings_explain() {
    let value = map([("a", Any::new(1)), ("b", Any::none())]);
    assert_eq!(message_of::<Map<String, i64>>(&value), r#"TypeError: element ["b"]: expected int, got None"#);
    assert_eq!(message_of::<Dict<i64, i64>>(&value), r#"TypeError: key "a": expected int, got str"#);
    assert_eq!(message_of::<Dict<i64, i64>>(&array([1])), "TypeError: expected Dict[int, int], got Array");
    let changed: Dict<String, i64> = dict([("a", 1)]).cast().unwrap();
    assert_eq!(format!("{changed:?}"), r#"{"a": 1}"#);
    Function::get_global("ffi.DictSetItem").unwrap().call((changed.to_any(), "a", "x")).unwrap();
    assert_eq!(
        changed.to_vec().unwrap_err().to_string(),
        r#"TypeError: element ["a"]: expected int, got str"#
    );
    assert_eq!(changed.get("a").unwrap_err().to_string(), "TypeError: expected int, got str");
}

#[test]
fn the_last_of_equal_keys_wins() {
    let built: Map<String, i64> =
        [("a", 1), ("b", 2), ("a", 3)].map(|(key, x)| (key.to_owned(), x)).into_iter().collect();
    assert_eq!(built.to_vec().unwrap(), [("a".to_owned(), 3), ("b".to_owned(), 2)]);
}

#[test]
fn parameters_of_closures() {
    let echo = Function::new(|list: List<i64>, array: Array<String>| (array, list));
    let value = list([1]);
    let (array, back): (Array<String>, Any) = echo.call((&value, ["a"])).unwrap().cast().unwrap();
    assert_eq!(array.to_vec(), ["a"]);
    assert!(is_same(&back, &value.try_into_object().unwrap()));
    let len = Function::new(|map: Map<i64, Any>, dict: Dict<Any, i64>| map.len() * 10 + dict.len());
    let value = len.call((map([(1, "x")]), dict([("a", 1), ("b", 2)]))).unwrap();
    assert_eq!(value.cast::<i64>().unwrap(), 12);
}
