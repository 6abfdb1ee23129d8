//! `ArrayRef`: elements checked when the value is decoded, then read in place.

use super::*;
use tvm_ffi_core::{ArrayRef, ErrorKind};

/// Runs `check` on the elements of a value as an `ArrayRef` of integers.
fn with_ints(value: &Any, check: impl FnOnce(ArrayRef<'_, i64>)) {
    let mut holder = Default::default();
    check(value.as_view().cast_in(&mut holder).unwrap());
}

#[test]
fn reads_sequences_of_any_length_and_kind() {
    for length in LENGTHS {
        let expected = numbers(length);
        for value in [array(expected.clone()), list(expected.clone()), shape(&expected)] {
            with_ints(&value, |xs| {
                assert_eq!((xs.len(), xs.is_empty()), (length, length == 0));
                assert_eq!(xs.to_vec(), expected);
                assert_eq!(
                    xs.iter().rev().collect::<Vec<_>>(),
                    expected.iter().rev().copied().collect::<Vec<_>>()
                );
                assert_eq!(xs.iter().sum::<i64>(), expected.iter().sum());
                assert_eq!(xs.get(length), None);
                assert!((0..length).all(|index| xs.get(index) == Some(expected[index])));
                assert_eq!(xs.into_iter().len(), length);
            });
        }
    }
}

#[test]
fn iterators_meet_in_the_middle() {
    with_ints(&array([1, 2, 3, 4, 5]), |xs| {
        let mut iter = xs.iter();
        assert_eq!((iter.next(), iter.next_back(), iter.len()), (Some(1), Some(5), 3));
        assert_eq!((iter.clone().nth(1), iter.clone().nth(3), iter.clone().count()), (Some(3), None, 3));
        assert_eq!(iter.by_ref().collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!((iter.next(), iter.next_back()), (None, None));
        let mut total = 0;
        for x in &xs {
            total += x;
        }
        assert_eq!(total, 15);
        assert_eq!(format!("{xs:?}"), "[1, 2, 3, 4, 5]");
    });
}

#[test]
fn a_wrong_element_is_found_wherever_it_is() {
    for length in 1..20 {
        for place in 0..length {
            let mut elements: Vec<Any> = numbers(length).into_iter().map(Any::new).collect();
            elements[place] = Any::new(1.5);
            let value = array(elements);
            let mut holder = Default::default();
            let error = value.as_view().cast_in::<ArrayRef<'_, i64>>(&mut holder).unwrap_err();
            let message = error.message().into_owned();
            assert_eq!(message, format!("element [{place}]: expected int, got float"));
            assert_eq!(error.kind(), ErrorKind::TypeError);
        }
    }
}

#[test]
fn integers_are_checked_for_range_wherever_they_are() {
    for place in 0..20 {
        let mut elements = vec![1i64; 20];
        elements[place] = 256;
        let value = array(elements);
        let mut holder = Default::default();
        let error = value.as_view().cast_in::<ArrayRef<'_, u8>>(&mut holder).unwrap_err();
        let message = format!("ValueError: element [{place}]: 256 is out of range for u8, expected 0 to 255");
        assert_eq!(error.to_string(), message);
        let mut holder = Default::default();
        let xs: ArrayRef<'_, u16> = value.as_view().cast_in(&mut holder).unwrap();
        assert_eq!(xs.iter().map(u64::from).sum::<u64>(), 275);
    }
    let limits = array([i64::MIN, i64::MAX]);
    with_ints(&limits, |xs| assert_eq!(xs.to_vec(), [i64::MIN, i64::MAX]));
    assert_eq!(array([i8::MIN, i8::MAX]).cast::<Vec<i8>>().unwrap(), [i8::MIN, i8::MAX]);
}

#[test]
fn booleans_are_integers_and_none_is_not() {
    for length in 1..10 {
        for place in 0..length {
            let mut elements: Vec<Any> = (0..length).map(|_| Any::new(2)).collect();
            elements[place] = Any::new(true);
            with_ints(&array(elements.clone()), |xs| {
                assert_eq!(xs.iter().sum::<i64>(), 2 * length as i64 - 1)
            });
            elements[place] = Any::none();
            assert!(array(elements).cast::<Vec<i64>>().is_err());
        }
    }
}

/// Elements as strings, by `ArrayRef<T>`.
macro_rules! elements {
    ($value:expr => $type:ty) => {{
        let value: &Any = $value;
        let mut holder = Default::default();
        let elements: ArrayRef<'_, $type> = value.as_view().cast_in(&mut holder).unwrap();
        let first = format!("{:?}", elements.to_vec());
        // Elements can be asked for any number of times.
        assert_eq!(first, format!("{:?}", elements.iter().collect::<Vec<_>>()));
        first
    }};
}

#[test]
fn elements_of_many_types() {
    let texts = ["", "short", "more than seven bytes"];
    for value in [array(texts), list(texts)] {
        assert_eq!(elements!(&value => &str), format!("{texts:?}"));
        assert_eq!(elements!(&value => String), format!("{texts:?}"));
        assert_eq!(elements!(&value => std::borrow::Cow<'_, str>), format!("{texts:?}"));
        assert_eq!(elements!(&value => Any), format!("{texts:?}"));
        assert_eq!(elements!(&value => AnyView<'_>), format!("{texts:?}"));
    }
    let wide = array([Any::new(1), Any::new(u64::MAX), Any::new(true)]);
    assert_eq!(elements!(&wide => u64), "[1, 18446744073709551615, 1]");
    assert_eq!(elements!(&wide => f64), "[1.0, 1.8446744073709552e19, 1.0]");
    assert_eq!(elements!(&array([None, Some(3)]) => Option<i64>), "[None, Some(3)]");
    assert_eq!(elements!(&array([true, false]) => bool), "[true, false]");
    assert_eq!(elements!(&array([b"ab".as_slice(), b""]) => &[u8]), "[[97, 98], []]");
    assert_eq!(elements!(&array([(1, "a"), (2, "b")]) => (i64, &str)), r#"[(1, "a"), (2, "b")]"#);
}

#[test]
fn nested_sequences() {
    let inner = || [array([1, 2]), list([3]), shape(&[4, 5, 6]), array::<i64>([])];
    for value in [array(inner()), list(inner())] {
        assert_eq!(elements!(&value => ArrayRef<'_, i64>), "[[1, 2], [3], [4, 5, 6], []]");
        assert_eq!(elements!(&value => Vec<i64>), "[[1, 2], [3], [4, 5, 6], []]");
        assert_eq!(elements!(&value => std::collections::BTreeSet<i64>), "[{1, 2}, {3}, {4, 5, 6}, {}]");
    }
    let deep = array([array([array([1]), list([2])]), list([array([3])])]);
    assert_eq!(elements!(&deep => Vec<ArrayRef<'_, i64>>), "[[[1], [2]], [[3]]]");
    let mut holder = Default::default();
    let borrowed: ArrayRef<'_, ArrayRef<'_, ArrayRef<'_, i64>>> =
        deep.as_view().cast_in(&mut holder).unwrap();
    let flat: Vec<i64> = borrowed.iter().flatten().flatten().collect();
    assert_eq!(flat, [1, 2, 3]);
    assert_eq!(deep.cast::<Vec<Vec<Vec<i64>>>>().unwrap(), [vec![vec![1], vec![2]], vec![vec![3]]]);
}
