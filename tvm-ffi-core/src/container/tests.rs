//! Reading and building, on containers made by hand or by the functions of the tests' runtime, under Miri too.

use std::collections::{BTreeMap, HashMap};

use super::build::{self, Container};
use super::{ArrayRef, List, MapRef};
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFISeqCell, TypeIndex};
use crate::any::Any;
use crate::convert::{FromAnyView, IntoAny};
use crate::runtime::table;
use crate::testing;

/// A sequence: the body that the ABI prescribes, and the owner of the elements behind it.
#[repr(C)]
struct Sequence {
    cell: TVMFFISeqCell,
    items: Vec<Any>,
}

/// The object of a body, as a value.
fn value<T>(type_index: i32, body: T) -> Any {
    let payload = TVMFFIAnyPayload::from_ptr(testing::object::new(type_index, body));
    // SAFETY: the object was just made, with one reference.
    unsafe { Any::from_raw(TVMFFIAny::new(type_index, payload)) }
}

fn sequence(type_index: i32, items: Vec<Any>) -> Any {
    let data = if items.is_empty() { core::ptr::null_mut() } else { items.as_ptr().cast_mut().cast() };
    let size = items.len() as i64;
    value(
        type_index,
        Sequence { cell: TVMFFISeqCell { data, size, capacity: size, data_deleter: None }, items },
    )
}

fn array<T: IntoAny>(items: impl IntoIterator<Item = T>) -> Any {
    sequence(TypeIndex::ARRAY, items.into_iter().map(Any::new).collect())
}

fn list<T: IntoAny>(items: impl IntoIterator<Item = T>) -> Any {
    sequence(TypeIndex::LIST, items.into_iter().map(Any::new).collect())
}

fn map<K: IntoAny, V: IntoAny>(entries: impl IntoIterator<Item = (K, V)>) -> Any {
    let entries = entries.into_iter().map(|(key, value)| (Any::new(key), Any::new(value)));
    build::from_entries(Container::Map, entries).into_any()
}

#[test]
fn elements_are_read_in_place() {
    for length in [0, 1, 4, 5, 9] {
        let numbers: Vec<i64> = (0..length).collect();
        for value in [array(numbers.clone()), list(numbers.clone())] {
            let mut holder = Default::default();
            let elements: ArrayRef<'_, i64> = value.as_view().cast_in(&mut holder).unwrap();
            assert_eq!(elements.to_vec(), numbers);
            assert_eq!(elements.iter().rev().nth(1), numbers.iter().rev().nth(1).copied());
            let mut holder = Default::default();
            assert_eq!(ArrayRef::<'_, &str>::decode(value.as_view(), &mut holder).is_some(), length == 0);
            assert_eq!(value.cast::<Vec<f64>>().unwrap().len(), numbers.len());
        }
    }
}

#[test]
fn borrowed_elements_live_as_long_as_the_holder() {
    let texts = ["small", "a text on the heap"];
    for value in [array(texts), list(texts)] {
        let mut holder = Default::default();
        let elements: ArrayRef<'_, &str> = value.as_view().cast_in(&mut holder).unwrap();
        let (first, all) = (elements.get(0).unwrap(), elements.to_vec());
        assert_eq!((first, all), ("small", texts.to_vec()));
    }
    let nested = list([array(texts), list(texts)]);
    let mut holder = Default::default();
    let rows: ArrayRef<'_, ArrayRef<'_, &str>> = nested.as_view().cast_in(&mut holder).unwrap();
    let again: Vec<&str> = rows.iter().chain(rows.iter()).flatten().collect();
    assert_eq!(again, [texts; 4].concat());
    let mut holder = Default::default();
    let pairs: ArrayRef<'_, (&str, &str)> = nested.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(pairs.to_vec(), [(texts[0], texts[1]); 2]);
    let mut holder = Default::default();
    let vectors: Vec<Vec<&str>> = nested.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(vectors, [texts; 2]);
}

#[test]
fn entries_live_as_long_as_the_holder() {
    let value = map([("small", "a text on the heap"), ("another text on the heap", "x")]);
    let mut holder = Default::default();
    let found: MapRef<'_, &str, &str> = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!((found.get("small"), found.len()), (Some("a text on the heap"), 2));
    assert_eq!(found.keys().last(), Some("another text on the heap"));
    let mut holder = Default::default();
    let hashed: HashMap<&str, &str> = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(hashed["another text on the heap"], "x");
    assert_eq!(value.cast::<BTreeMap<String, String>>().unwrap().len(), 2);
    assert!(map::<i64, i64>([]).cast::<HashMap<i64, i64>>().unwrap().is_empty());
}

#[test]
fn a_cell_that_claims_less_than_nothing_is_empty() {
    let cell = TVMFFISeqCell { data: core::ptr::null_mut(), size: -1, capacity: 0, data_deleter: None };
    let odd = value(TypeIndex::ARRAY, Sequence { cell, items: Vec::new() });
    assert!(odd.cast::<Vec<Any>>().unwrap().is_empty());
}

#[test]
fn borrowed_containers_can_be_read_by_several_threads() {
    let nested = list([list([1, 2]), array([3])]);
    let mut holder = Default::default();
    let rows: ArrayRef<'_, ArrayRef<'_, i64>> = nested.as_view().cast_in(&mut holder).unwrap();
    let sum = move || rows.iter().flatten().sum::<i64>();
    let sums =
        std::thread::scope(|scope| [scope.spawn(sum), scope.spawn(sum)].map(|thread| thread.join().unwrap()));
    assert_eq!(sums, [6, 6]);
}

#[test]
fn an_invalid_list_is_an_error() {
    let message = |list: &Any| {
        let read = || list.as_view().cast::<Vec<Any>>();
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).expect_err("it is refused");
        crate::panic::panic_error(panic).message().into_owned()
    };
    // What another thread leaves behind that changes the list: an object with impossible counts, of another type, or freed.
    let object = Any::new("longer than seven");
    let header = object.as_view().object().expect("a string").as_ptr();
    let list = list([object.clone(), Any::new(1), object.clone()]);
    // SAFETY: the header is live, and nothing else uses it now.
    let counts = unsafe { &raw mut (*header).combined_ref_count };
    // SAFETY: as above.
    let before = unsafe { counts.read() };
    for wrong in [0, 1 << 31, u64::from(u32::MAX), u64::MAX, 0x5555_5555_5555_5555 | 1 << 31] {
        // SAFETY: as above.
        unsafe { counts.write(wrong) };
        let message = message(&list);
        assert!(message.contains("a List changed while it was read"), "{wrong:x}: {message}");
        // SAFETY: as above.
        assert_eq!(unsafe { counts.replace(before) }, wrong);
    }
    // SAFETY: as above.
    let type_index = unsafe { &raw mut (*header).type_index };
    // SAFETY: as above.
    let right = unsafe { type_index.replace(TypeIndex::ARRAY) };
    assert!(message(&list).contains("a List changed while it was read"));
    // SAFETY: as above.
    unsafe { type_index.write(right) };
    // SAFETY: as above.
    assert_eq!(unsafe { counts.read() }, before);
    assert_eq!(list.cast::<Vec<Any>>().expect("it is whole again").len(), 3);
}

#[test]
fn a_list_with_an_impossible_size_is_an_error() {
    for (size, capacity, is_null) in
        [(-1, 3, false), (4, 3, false), (i64::MAX, i64::MAX, false), (1, 3, true)]
    {
        let items = vec![Any::new(1), Any::new(2), Any::new(3)];
        let data = if is_null { core::ptr::null_mut() } else { items.as_ptr().cast_mut().cast() };
        let cell = TVMFFISeqCell { data, size, capacity, data_deleter: None };
        let list = value(TypeIndex::LIST, Sequence { cell, items });
        let read = || list.as_view().cast::<Vec<Any>>();
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).is_err(), "{size}");
    }
}

/// A function of the runtime, which safe code may call.
fn of_runtime(name: &str) -> crate::Function {
    crate::Function::get_global(name).expect("the runtime has it")
}

// Miri and the sanitizers watch that no thread reads what another one writes.
#[test]
fn functions_of_the_runtime_take_the_same_lock() {
    crate::runtime().expect("there is a runtime");
    if !table::has_container_lock() {
        eprintln!("skipped: the C++ runtime has no lock");
        return;
    }
    let count = if cfg!(miri) { 8 } else { 2000 };
    let list: List<String> = List::new();
    let dict: crate::Dict<i64, String> = crate::Dict::new();
    let text = |index: i64| format!("a text that is an object: {index}");
    let repeated = |run: &(dyn Fn(i64) + Sync)| (0..count).for_each(run);
    std::thread::scope(|scope| {
        scope.spawn(|| repeated(&|index| list.push(text(index))));
        scope.spawn(|| {
            let append = of_runtime("ffi.ListAppend");
            repeated(&|index| drop(append.call((&list, text(index))).expect("it is appended")));
        });
        scope.spawn(|| {
            let (size, get) = (of_runtime("ffi.ListSize"), of_runtime("ffi.ListGetItem"));
            repeated(&|_| {
                let size: i64 = size.call((&list,)).and_then(Any::cast).expect("a number");
                if size > 0 {
                    let _: String = get.call((&list, size - 1)).and_then(Any::cast).expect("an element");
                }
                if let Some(element) = list.get(0).expect("a text") {
                    assert!(element.starts_with("a text"));
                }
            });
        });
        scope.spawn(|| repeated(&|index| dict.insert(index, text(index)).expect("it is set")));
        scope.spawn(|| {
            let set = of_runtime("ffi.DictSetItem");
            repeated(&|index| drop(set.call((&dict, index + count, text(index))).expect("it is set")));
        });
        scope.spawn(|| {
            let iterator = of_runtime("ffi.DictForwardIterFunctor");
            repeated(&|index| {
                let next: crate::Function = iterator.call((&dict,)).and_then(Any::cast).expect("a function");
                // The dict may have grown meanwhile, which is an error.
                let _ = next.call((0,));
                let _ = next.call((2,));
                assert!(dict.get(index).is_ok());
            });
        });
    });
    assert_eq!((list.len(), dict.len()), (2 * count as usize, 2 * count as usize));
}

#[test]
fn elements_are_dropped_after_the_lock_is_released() {
    let list: List<Any> = List::new();
    // The drop waits for a thread that uses the list.
    for name in [
        "ffi.ListClear",
        "ffi.ListPop",
        "ffi.ListErase",
        "ffi.ListSetItem",
        "ffi.ListEraseRange",
        "ffi.ListReplaceSlice",
    ] {
        let other = list.clone();
        let on_drop = UsesOnDrop(other);
        list.push(Any::new(crate::Function::new(move || on_drop.0.len() as i64)));
        let function = of_runtime(name);
        let result = match name {
            "ffi.ListClear" => function.call((&list,)),
            "ffi.ListPop" | "ffi.ListErase" => function.call((&list, 0)),
            "ffi.ListSetItem" => function.call((&list, 0, 1)),
            "ffi.ListEraseRange" => function.call((&list, 0, 2)),
            _ => function.call((&list, 0, 1, &List::<i64>::new())),
        };
        drop(result.expect("no error"));
    }
    assert!(list.is_empty());
}

/// Uses a list on another thread when it is dropped.
struct UsesOnDrop(List<Any>);

impl Drop for UsesOnDrop {
    fn drop(&mut self) {
        let list = &self.0;
        std::thread::scope(|scope| scope.spawn(|| list.len()).join().map(drop)).expect("the list is free");
    }
}
