use super::{done, integer, key, shown};
use crate::value::Value;

#[test]
fn a_map_in_the_place_of_a_dict_is_copied() {
    let map = done("ffi.Map", &[&key(0), &Value::int(0)]);
    done("ffi.DictSetItem", &[&map, &key(1), &Value::int(1)]);
    done("ffi.DictErase", &[&map, &key(0)]);
    done("ffi.DictClear", &[&map]);
    assert_eq!(integer("ffi.MapSize", &[&map]), 1);
    assert_eq!(integer("ffi.MapGetItem", &[&map, &key(0)]), 0);
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
