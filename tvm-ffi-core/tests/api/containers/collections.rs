//! The sequences of std.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::*;
use tvm_ffi_core::{Bytes, FfiType};

#[test]
fn vectors_of_any_length_from_any_kind() {
    for length in LENGTHS {
        let expected = numbers(length);
        for value in [array(expected.clone()), list(expected.clone()), shape(&expected)] {
            assert_eq!(value.as_view().cast::<Vec<i64>>().unwrap(), expected);
            assert_eq!(&*value.as_view().cast::<Box<[i64]>>().unwrap(), expected);
            assert_eq!(value.as_view().cast::<VecDeque<i64>>().unwrap(), expected);
            assert_eq!(value.as_view().cast::<HashSet<i64>>().unwrap(), expected.iter().copied().collect());
            assert_eq!(value.cast::<BTreeSet<i64>>().unwrap(), expected.iter().copied().collect());
        }
    }
}

#[test]
fn vectors_that_borrow() {
    let texts = ["", "short", "more than seven bytes"];
    for value in [array(texts), list(texts)] {
        let mut holder = Default::default();
        let borrowed: Vec<&str> = value.as_view().cast_in(&mut holder).unwrap();
        assert_eq!(borrowed, texts);
    }
    let value = list([list(texts), array(texts)]);
    let mut holder = Default::default();
    let nested: Vec<VecDeque<&str>> = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(nested, [texts, texts]);
    let join = Function::new(|parts: Vec<&str>| parts.concat());
    assert_eq!(join.call((list(["a", "b"]),)).unwrap().cast::<String>().unwrap(), "ab");
}

#[test]
fn sets_merge_what_is_equal() {
    let value = array([Any::new(1), Any::new(true), Any::new(3), Any::new(3)]);
    assert_eq!(value.as_view().cast::<BTreeSet<i64>>().unwrap(), [1, 3].into());
    assert_eq!(value.cast::<HashSet<i64>>().unwrap(), [1, 3].into());
}

#[test]
fn arrays_have_one_length() {
    assert_eq!(array([1, 2, 3]).cast::<[i64; 3]>().unwrap(), [1, 2, 3]);
    assert_eq!(list([1.5, 2.5]).cast::<[f64; 2]>().unwrap(), [1.5, 2.5]);
    assert_eq!(shape(&[4]).cast::<[u8; 1]>().unwrap(), [4]);
    assert_eq!(array::<i64>([]).cast::<[i64; 0]>().unwrap(), [0i64; 0]);
    assert_eq!(message_of::<[i64; 3]>(&array([1, 2])), "ValueError: expected 3 elements, got 2");
    assert_eq!(message_of::<[i64; 1]>(&list([1, 2])), "ValueError: expected 1 element, got 2");
    assert_eq!(message_of::<[i64; 0]>(&shape(&[1])), "ValueError: expected 0 elements, got 1");
    let wrong = array([Any::new(1), Any::new("x")]);
    assert_eq!(message_of::<[i64; 2]>(&wrong), "TypeError: element [1]: expected int, got str");
    let nested = array([array([1, 2]), array([1])]);
    assert_eq!(message_of::<[[i64; 2]; 2]>(&nested), "ValueError: element [1]: expected 2 elements, got 1");
}

#[test]
fn bytes_are_sequences_of_bytes_only() {
    for content in [b"".as_slice(), b"short", b"more than seven bytes"] {
        let value = Any::new(Bytes::from(content));
        assert_eq!(value.as_view().cast::<Vec<u8>>().unwrap(), content);
        assert_eq!(&*value.as_view().cast::<Box<[u8]>>().unwrap(), content);
        assert_eq!(message_of::<Vec<i8>>(&value), "TypeError: expected Array[int], got bytes");
        assert_eq!(message_of::<Vec<i64>>(&value), "TypeError: expected Array[int], got bytes");
        assert_eq!(message_of::<Vec<bool>>(&value), "TypeError: expected Array[bool], got bytes");
    }
    assert_eq!(array([0, 255]).cast::<Vec<u8>>().unwrap(), [0, 255]);
    let value = Any::new(b"abc".as_slice());
    assert_eq!(value.as_view().cast::<[u8; 3]>().unwrap(), *b"abc");
    assert_eq!(message_of::<[u8; 4]>(&value), "ValueError: expected 4 elements, got 3");
}

#[test]
fn shapes_are_sequences_of_integers_only() {
    let value = shape(&[1, 300]);
    assert_eq!(value.as_view().cast::<Vec<u128>>().unwrap(), [1, 300]);
    let message = "ValueError: element [1]: 300 is out of range for u8, expected 0 to 255";
    assert_eq!(message_of::<Vec<u8>>(&value), message);
    assert_eq!(message_of::<Vec<f64>>(&value), "TypeError: expected Array[float], got Shape");
    assert_eq!(message_of::<Vec<Any>>(&value), "TypeError: expected Array[Any], got Shape");
}

#[test]
fn names_and_schemas() {
    fn described<T: FfiType>() -> (String, String) {
        let (mut name, mut schema) = (String::new(), String::new());
        T::type_name(&mut name);
        T::type_schema(&mut schema);
        (name, schema)
    }
    fn check<T: FfiType>(name: &str, schema: &str) {
        assert_eq!(described::<T>(), (name.to_owned(), schema.to_owned()));
    }
    use std::collections::{BTreeMap, HashMap};
    use tvm_ffi_core::{Array, ArrayRef, Dict, List, Map, MapRef};
    let ints = r#"{"type":"ffi.Array","args":[{"type":"int"}]}"#;
    check::<Vec<i64>>("Array[int]", ints);
    check::<[u8; 4]>("Array[int]", ints);
    check::<Box<[i8]>>("Array[int]", ints);
    check::<ArrayRef<'_, i64>>("Array[int]", ints);
    check::<Array<i64>>("Array[int]", ints);
    let nested = r#"{"type":"ffi.Array","args":[{"type":"Optional","args":[{"type":"float"}]}]}"#;
    check::<Vec<Option<f64>>>("Array[Optional[float]]", nested);
    check::<List<bool>>("List[bool]", r#"{"type":"ffi.List","args":[{"type":"bool"}]}"#);
    let sizes = r#"{"type":"ffi.Map","args":[{"type":"ffi.String"},{"type":"int"}]}"#;
    check::<HashMap<String, i64>>("Map[str, int]", sizes);
    check::<BTreeMap<&str, i64>>("Map[str, int]", sizes);
    check::<MapRef<'_, &str, i64>>("Map[str, int]", sizes);
    check::<Map<String, i64>>("Map[str, int]", sizes);
    check::<Dict>("Dict[Any, Any]", r#"{"type":"ffi.Dict","args":[{"type":"Any"},{"type":"Any"}]}"#);
    check::<(i64, &str)>(
        "Tuple[int, str]",
        r#"{"type":"Tuple","args":[{"type":"int"},{"type":"ffi.String"}]}"#,
    );
    check::<(i64,)>("Tuple[int]", r#"{"type":"Tuple","args":[{"type":"int"}]}"#);
}
