//! Tuples of one to twelve.

use super::*;

#[test]
fn from_arrays_and_lists_of_their_length() {
    let parts = || [Any::new(1), Any::new("text"), Any::new(2.5)];
    for value in [array(parts()), list(parts())] {
        let mut holder = Default::default();
        let tuple: (i64, &str, f64) = value.as_view().cast_in(&mut holder).unwrap();
        assert_eq!(tuple, (1, "text", 2.5));
        assert_eq!(value.as_view().cast::<(i64, String, f64)>().unwrap(), (1, "text".to_owned(), 2.5));
        assert_eq!(message_of::<(i64, String)>(&value), "ValueError: expected 2 elements, got 3");
        assert_eq!(message_of::<(i64,)>(&value), "ValueError: expected 1 element, got 3");
        assert_eq!(message_of::<(i64, i64, i64)>(&value), "TypeError: element [1]: expected int, got str");
    }
    assert_eq!(shape(&[1, 2]).as_view().cast::<(i64, i64)>().unwrap(), (1, 2));
    assert_eq!(message_of::<(i64, i64)>(&shape(&[1])), "ValueError: expected 2 elements, got 1");
    assert_eq!(
        message_of::<(i64, String)>(&shape(&[1, 2])),
        "TypeError: expected Tuple[int, str], got Shape"
    );
    assert_eq!(message_of::<(i64, String)>(&Any::none()), "TypeError: expected Tuple[int, str], got None");
}

macro_rules! round_trips {
    ($($tuple:expr => $type:ty),* $(,)?) => {$(
        let value = Any::new($tuple);
        assert_eq!(value.type_index(), tvm_ffi_core::abi::TypeIndex::ARRAY);
        assert_eq!(value.cast::<$type>().unwrap(), $tuple);
    )*};
}

#[test]
fn of_every_length_there_and_back() {
    round_trips! {
        (1,) => (i64,),
        (1, 2) => (i64, u8),
        (1, true, 3) => (i64, bool, i64),
        (1, 2, 3, 4) => (i64, i64, i64, i64),
        (1, 2, 3, 4, 5) => (i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6) => (i64, i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6, 7) => (i64, i64, i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6, 7, 8) => (i64, i64, i64, i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6, 7, 8, 9) => (i64, i64, i64, i64, i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10) => (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) => (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64),
        (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0.5) => (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, f64),
        ((1, 2), vec![3]) => ((i64, i64), Vec<i64>),
    }
}

#[test]
fn parameters_of_closures() {
    let add = Function::new(|(a, b): (i64, &str), c: [i64; 2]| a + b.len() as i64 + c[0] * c[1]);
    let value = add.call(((1, "four"), list([2, 3]))).unwrap();
    assert_eq!(value.cast::<i64>().unwrap(), 11);
    let error = add.call(((1, 2), [1, 2])).unwrap_err();
    assert_eq!(error.to_string(), "TypeError: <closure>: argument #0[1]: expected str, got int");
}
