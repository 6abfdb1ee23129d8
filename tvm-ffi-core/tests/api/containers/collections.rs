//! The sequences of std.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::*;
use tvm_ffi_core::FfiType;

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
fn names_and_schemas() {
    fn check<T: FfiType>(name: &str, schema: &str) {
        assert_eq!((T::TAG.name(), T::TAG.schema()), (name.to_owned(), schema.to_owned()));
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
