//! Tuples of one to twelve.

use super::*;

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
