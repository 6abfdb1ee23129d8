use tvm_ffi_abi::{TVMFFISeqCell, TypeIndex};

use super::{call, done, failure, integer, key, raised, shown};
use crate::object::Object;
use crate::value::Value;

fn made(name: &str, count: i64) -> Value {
    let keys: Vec<Value> = (0..count).map(key).collect();
    done(&format!("ffi.{name}"), &keys.iter().collect::<Vec<_>>())
}

fn list(elements: impl IntoIterator<Item = i64>) -> Value {
    let elements: Vec<Value> = elements.into_iter().map(Value::int).collect();
    done("ffi.List", &elements.iter().collect::<Vec<_>>())
}

fn integers(list: &Value) -> Vec<i64> {
    (0..integer("ffi.ListSize", &[list]))
        .map(|index| integer("ffi.ListGetItem", &[list, &Value::int(index)]))
        .collect()
}

fn cell(sequence: &Value) -> TVMFFISeqCell {
    let object = sequence.view().header().expect("an object");
    // SAFETY: the body of a sequence follows its header.
    let body = unsafe { object.add(1) }.cast::<TVMFFISeqCell>();
    // SAFETY: as above.
    unsafe { body.read() }
}

#[test]
fn an_array_has_its_elements_in_its_own_block() {
    let array = made("Array", 3);
    let TVMFFISeqCell { data, size, capacity, data_deleter } = cell(&array);
    assert_eq!((size, capacity), (3, 3));
    assert!(data_deleter.is_none());
    assert_eq!(data.addr() - array.view().payload.ptr().addr(), 56);
}

#[test]
fn a_list_has_room_for_four_and_doubles() {
    let list = list([]);
    let capacities: Vec<i64> = (0..9)
        .map(|index| {
            done("ffi.ListAppend", &[&list, &Value::int(index)]);
            cell(&list).capacity
        })
        .collect();
    assert_eq!(capacities, [4, 4, 4, 4, 8, 8, 8, 8, 16]);
    done("ffi.ListReserve", &[&list, &Value::int(40)]);
    assert_eq!((cell(&list).capacity, integers(&list)), (40, (0..9).collect()));
    assert!(cell(&list).data_deleter.is_some());
    assert_eq!(failure("ffi.ListReserve", &[&list, &Value::int(1 << 60)]), "InternalError: std::bad_alloc");
}

#[test]
fn an_array_in_the_place_of_a_list_is_copied() {
    let array = made("Array", 2);
    done("ffi.ListAppend", &[&array, &key(2)]);
    assert_eq!(shown(&done("ffi.ListPop", &[&array, &Value::int(1)])), shown(&key(1)));
    assert_eq!(integer("ffi.ArraySize", &[&array]), 2);
}

/// An element that changes its list when it ends.
struct Meddler(Value);

impl Drop for Meddler {
    fn drop(&mut self) {
        let list = &self.0;
        for element in [8, 9] {
            let _ = call("ffi.ListAppend", &[list, &Value::int(element)]).map_err(|_| raised());
        }
        let _ = call("ffi.ListErase", &[list, &Value::int(0)]).map_err(|_| raised());
    }
}

#[test]
fn an_element_may_change_its_list_when_it_ends() {
    let list = list(0..4);
    let expect = |function: &str, args: &[i64], expected: &[i64]| {
        done("ffi.ListClear", &[&list]);
        for element in 0..4 {
            let value = match element {
                2 => Object::new(TypeIndex::OBJECT, Meddler(list.clone())).into(),
                _ => Value::int(element),
            };
            done("ffi.ListAppend", &[&list, &value]);
        }
        let args: Vec<Value> = args.iter().copied().map(Value::int).collect();
        let args: Vec<&Value> = core::iter::once(&list).chain(&args).collect();
        done(function, &args);
        assert_eq!(integers(&list), expected, "{function}");
    };
    expect("ffi.ListSetItem", &[2, 5], &[1, 5, 3, 8, 9]);
    expect("ffi.ListErase", &[2], &[1, 3, 8, 9]);
    expect("ffi.ListEraseRange", &[0, 4], &[9]);
    expect("ffi.ListClear", &[], &[9]);
}
