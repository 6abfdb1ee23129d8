//! Containers made from the collections of std, as other languages see them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use super::*;
use tvm_ffi_core::abi::TypeIndex;

/// Calls a function of the runtime that reads a container.
fn ask<T>(name: &str, args: impl tvm_ffi_core::Arguments) -> T
where
    T: for<'a> FromAnyView<'a>,
{
    Function::get_global(name).unwrap().call(args).unwrap().cast().unwrap()
}

#[test]
fn sequences_become_arrays() {
    for length in LENGTHS {
        let numbers = numbers(length);
        let values = [
            Any::new(numbers.clone()),
            Any::new(numbers.clone().into_boxed_slice()),
            Any::new(VecDeque::from(numbers.clone())),
            Any::new(numbers.iter().copied().collect::<BTreeSet<_>>()),
        ];
        for value in values {
            assert_eq!(value.type_index(), TypeIndex::ARRAY);
            assert_eq!(ask::<usize>("ffi.ArraySize", (&value,)), length);
            for (index, number) in numbers.iter().enumerate() {
                assert_eq!(ask::<i64>("ffi.ArrayGetItem", (&value, index)), *number);
            }
        }
    }
    let set = Any::new(HashSet::from([3, 4]));
    assert_eq!(set.cast::<BTreeSet<i64>>().unwrap(), [3, 4].into());
    let fixed = Any::new(["a", "b"]);
    assert_eq!(ask::<String>("ffi.ArrayGetItem", (&fixed, 1)), "b");
    let bytes = Any::new(vec![1u8, 2]);
    assert_eq!(bytes.type_index(), TypeIndex::ARRAY, "`Vec<u8>` is a sequence, `Bytes` is bytes");
}

#[test]
fn mappings_become_maps() {
    for length in LENGTHS {
        let entries: BTreeMap<String, i64> =
            numbers(length).into_iter().map(|number| (format!("{number:06}"), number)).collect();
        let hashed: HashMap<String, i64> = entries.clone().into_iter().collect();
        for value in [Any::new(entries.clone()), Any::new(hashed)] {
            assert_eq!(value.type_index(), TypeIndex::MAP);
            assert_eq!(ask::<usize>("ffi.MapSize", (&value,)), length);
            for (key, number) in &entries {
                assert_eq!(ask::<i64>("ffi.MapGetItem", (&value, key.as_str())), *number);
            }
        }
        let ordered = Any::new(entries.clone());
        let mut holder = Default::default();
        let read: tvm_ffi_core::MapRef<'_, String, i64> = ordered.as_view().cast_in(&mut holder).unwrap();
        assert!(read.keys().eq(entries.into_keys()));
    }
}
