//! What every conversion owns: each reference is given back, and an rvalue reference is only read.

use std::collections::{BTreeMap, HashMap};

use super::*;
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Array, ArrayRef, Dict, List, Map, MapRef, ObjectRef};

/// Checks that `convert` leaves as many references to an element, and to the containers of it, as there were.
fn check_references(convert: impl Fn(&Any)) {
    let element = Any::new("a text that is an object of its own");
    let elements = || [element.clone(), Any::new(1), element.clone()];
    let entries = || [(element.clone(), element.clone()), (Any::new(1), Any::new(2))];
    for value in [array(elements()), list(elements()), map(entries()), dict(entries())] {
        let before = (references(&element), references(&value));
        for _ in 0..3 {
            convert(&value);
        }
        assert_eq!((references(&element), references(&value)), before);
    }
    assert_eq!(references(&element), 1);
}

/// Converts a value, whether it is accepted or not, and drops what comes of it.
macro_rules! try_all {
    ($($type:ty),* $(,)?) => {
        $(check_references(|value| drop(value.as_view().cast::<$type>()));)*
    };
}

#[test]
fn owned_conversions_leak_nothing() {
    try_all! {
        Vec<Any>, Vec<String>, Vec<i64>, [Any; 3], [Any; 2], (Any, i64, Any), (Any, Any, i64),
        HashMap<i64, Any>, BTreeMap<String, Any>, Array, Array<i64>, List, List<String>, Map,
        Map<Any, i64>, Dict, Dict<String, Any>
    }
}

#[test]
fn borrowed_conversions_leak_nothing() {
    check_references(|value| {
        let mut holder = Default::default();
        if let Ok(elements) = value.as_view().cast_in::<ArrayRef<'_, Any>>(&mut holder) {
            assert_eq!(
                (elements.get(0).is_some(), elements.iter().count(), elements.to_vec().len()),
                (true, 3, 3)
            );
        }
    });
    check_references(|value| {
        let mut holder = Default::default();
        if let Ok(entries) = value.as_view().cast_in::<MapRef<'_, Any, Any>>(&mut holder) {
            assert_eq!((entries.iter().count(), entries.to_vec().len(), entries.keys().count()), (2, 2, 2));
        }
    });
    check_references(|value| {
        let mut holder = Default::default();
        assert!(value.as_view().cast_in::<ArrayRef<'_, &str>>(&mut holder).is_err());
        let mut holder = Default::default();
        assert!(value.as_view().cast_in::<MapRef<'_, &str, i64>>(&mut holder).is_err());
    });
}

#[test]
fn nested_conversions_leak_nothing() {
    check_references(|value| {
        let nested = list([value.clone(), array([value.clone()])]);
        let mut holder = Default::default();
        let rows = nested.as_view().cast_in::<ArrayRef<'_, ArrayRef<'_, AnyView<'_>>>>(&mut holder);
        if let Ok(rows) = rows {
            assert_eq!(rows.iter().map(|row| row.len()).sum::<usize>(), 4);
        }
        drop(nested.cast::<Vec<Vec<Any>>>());
    });
}

#[test]
fn building_leaks_nothing() {
    let element = Any::new("a text that is an object of its own");
    let built = [
        Any::new(vec![element.clone(); 20]),
        Any::new([element.clone(), element.clone()]),
        Any::new((element.clone(), 1)),
        Any::new(HashMap::from([(1, element.clone())])),
        List::from_iter([element.clone()]).into_any(),
        Dict::from_iter([(element.clone(), element.clone())]).into_any(),
    ];
    assert_eq!(references(&element), 1 + 20 + 2 + 1 + 1 + 1 + 2);
    drop(built);
    assert_eq!(references(&element), 1);
}

/// Runs `check` on an rvalue reference to the object in a value; it stays in its slot.
fn with_rvalue(value: Any, check: impl FnOnce(AnyView<'_>)) {
    let mut place = value.try_into_object().unwrap().into_raw().as_ptr();
    let payload = TVMFFIAnyPayload::from_ptr((&raw mut place).cast());
    let raw = TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, payload);
    // SAFETY: the slot owns an object and outlives the view.
    check(unsafe { AnyView::from_raw((&raw).into()) });
    let left = std::ptr::NonNull::new(place).expect("the object was not taken");
    // SAFETY: the slot still owns its reference.
    let object = unsafe { ObjectRef::from_raw(left) };
    assert_eq!(object.strong_count(), 1);
}

#[test]
fn rvalue_references_are_read_and_left() {
    let texts = ["a", "a long text on the heap"];
    for value in [array(texts), list(texts)] {
        with_rvalue(value, |view| {
            assert_eq!(view.cast::<Vec<String>>().unwrap(), texts);
            assert_eq!(view.cast::<[String; 2]>().unwrap(), texts);
            assert_eq!(view.cast::<(String, String)>().unwrap().1, texts[1]);
            assert_eq!(view.cast::<Array<String>>().unwrap().to_vec(), texts);
            assert_eq!(view.cast::<List<String>>().unwrap().to_vec().unwrap(), texts);
            let mut holder = Default::default();
            assert_eq!(view.cast_in::<ArrayRef<'_, &str>>(&mut holder).unwrap().to_vec(), texts);
            let error = view.cast::<Vec<i64>>().unwrap_err();
            assert_eq!(error.to_string(), "TypeError: element [0]: expected int, got str");
            let error = view.cast::<Array<i64>>().unwrap_err();
            assert_eq!(error.to_string(), "TypeError: element [0]: expected int, got str");
        });
    }
    for value in [map([("a", 1)]), dict([("a", 1)])] {
        with_rvalue(value, |view| {
            assert_eq!(view.cast::<HashMap<String, i64>>().unwrap()["a"], 1);
            assert_eq!(view.cast::<Map<String, i64>>().unwrap().len(), 1);
            assert_eq!(view.cast::<Dict<String, i64>>().unwrap().get("a").unwrap(), Some(1));
            let mut holder = Default::default();
            assert_eq!(view.cast_in::<MapRef<'_, &str, i64>>(&mut holder).unwrap().get("a"), Some(1));
            let error = view.cast::<Vec<i64>>().unwrap_err();
            assert!(error.to_string().starts_with("TypeError: expected Array[int], got "), "{error}");
        });
    }
    with_rvalue(shape(&[3, 4]), |view| assert_eq!(view.cast::<Vec<u8>>().unwrap(), [3, 4]));
    let bytes = Any::new(b"more than seven bytes".as_slice());
    with_rvalue(bytes, |view| assert_eq!(view.cast::<Vec<u8>>().unwrap(), b"more than seven bytes"));
}
