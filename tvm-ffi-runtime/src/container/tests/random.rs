//! Random calls, during which the hooks and the deleters of keys make further ones with the same containers.

use core::cell::{Cell, RefCell};
use std::sync::Arc;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};

use super::hooks::{act, during, key_type};
use crate::functions::globals::globals;
use crate::object::Object;
use crate::testing::raised;
use crate::value::Value;

/// Functions with what they take: the array, the list, the map, or the dict, an index, or any value.
const FUNCTIONS: &[(&str, &str)] = &[
    ("ffi.Array", "vvvv"),
    ("ffi.ArrayContains", "av"),
    ("ffi.List", "vvvvvv"),
    ("ffi.ListSetItem", "liv"),
    ("ffi.ListAppend", "lv"),
    ("ffi.ListInsert", "liv"),
    ("ffi.ListPop", "li"),
    ("ffi.ListEraseRange", "lii"),
    ("ffi.ListReplaceSlice", "liia"),
    ("ffi.ListReplaceSlice", "liil"),
    ("ffi.ListContains", "lv"),
    ("ffi.ListClear", "l"),
    ("ffi.Map", "vvvvvv"),
    ("ffi.MapGetItem", "mv"),
    ("ffi.MapCount", "mv"),
    ("ffi.Dict", "vvvvvv"),
    ("ffi.DictGetItemOrMissing", "dv"),
    ("ffi.DictCount", "dv"),
    ("ffi.DictSetItem", "dvv"),
    ("ffi.DictSetItem", "dvv"),
    ("ffi.DictSetItem", "dvv"),
    ("ffi.DictSetItem", "mvv"),
    ("ffi.DictErase", "dv"),
    ("ffi.DictClear", "d"),
];

const CONTAINERS: [i32; 4] = [TypeIndex::ARRAY, TypeIndex::LIST, TypeIndex::MAP, TypeIndex::DICT];

/// The number of slots. The first four have containers of these types, or nothing.
const SLOTS: usize = 10;

thread_local! {
    static VALUES: [RefCell<Value>; SLOTS] = const { [const { RefCell::new(Value::NONE) }; SLOTS] };
    static RANDOM: Cell<u64> = const { Cell::new(1) };
    /// As many references as keys are alive, and one.
    static ALIVE: Arc<()> = Arc::new(());
}

fn below(limit: usize) -> usize {
    let next = RANDOM.get().wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    RANDOM.set(next);
    (next >> 33) as usize % limit
}

/// The body of a key: the number that its hooks read.
#[repr(C)]
struct Key {
    number: i64,
    _alive: Arc<()>,
}

impl Drop for Key {
    fn drop(&mut self) {
        act();
    }
}

fn key() -> Value {
    let key = Key { number: below(6) as i64, _alive: ALIVE.with(Arc::clone) };
    Object::new(key_type(), key).into()
}

/// Puts a value into a slot. What was there is dropped when the slot has the new one.
fn store(slot: usize, value: Value) {
    drop(VALUES.with(|values| values[slot].replace(value)));
}

/// A view of what is in a slot. A call of the hooks may give it away.
fn lent(slot: usize) -> TVMFFIAny {
    VALUES.with(|values| *values[slot].borrow().view())
}

/// Calls a function with what is in the slots, and puts the result into one.
fn call_something() {
    let (name, parameters) = FUNCTIONS[below(FUNCTIONS.len())];
    // An argument that the callee may take.
    let mut given = key().into_raw().payload.ptr();
    let mut argument = |parameter| match parameter {
        'a' => lent(0),
        'l' => lent(1),
        'm' => lent(2),
        'd' => lent(3),
        'i' => *Value::int(below(6) as i64).view(),
        _ if below(8) == 0 => {
            TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, TVMFFIAnyPayload::from_ptr((&raw mut given).cast()))
        }
        _ => lent(CONTAINERS.len() + below(SLOTS - CONTAINERS.len())),
    };
    let args: Vec<TVMFFIAny> = parameters.chars().map(&mut argument).collect();
    let function = globals().get(name.as_bytes()).expect("a function of the runtime");
    // SAFETY: the slots hold the arguments when the call begins.
    match unsafe { crate::testing::call_function(&function, &args) } {
        Ok(value) => {
            let container = CONTAINERS.iter().position(|index| *index == value.type_index());
            store(container.unwrap_or_else(|| CONTAINERS.len() + below(SLOTS - CONTAINERS.len())), value);
        }
        Err(_) => drop(raised()),
    }
    // SAFETY: the place owns the key, unless the callee took it.
    drop(unsafe { Object::from_owned(given) });
}

/// Does something at random; gives whether a hook that runs it succeeds.
fn step() -> bool {
    match below(6) {
        0 => store(below(SLOTS), Value::NONE),
        1 | 2 => store(CONTAINERS.len() + below(SLOTS - CONTAINERS.len()), key()),
        _ => call_something(),
    }
    below(30) != 0
}

#[test]
fn hooks_and_deleters_may_do_anything() {
    during(step, || {
        for _ in 0..if cfg!(miri) { 400 } else { 20_000 } {
            step();
        }
    });
    for slot in 0..SLOTS {
        store(slot, Value::NONE);
    }
    assert_eq!(ALIVE.with(Arc::strong_count), 1, "all keys are dropped");
}
