//! Keys whose types hash and compare them by functions of their own, which may fail, and change the map meanwhile.

use core::cell::RefCell;
use core::ffi::c_int;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use tvm_ffi_abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TypeIndex};

use super::{call, done, failure, integer, raised};
use crate::catch::fail;
use crate::function::closure;
use crate::object::Object;
use crate::reflection::register_attr;
use crate::types::get_or_alloc_index;
use crate::value::Value;

type Action = Box<dyn FnMut() -> bool>;

thread_local! {
    /// Runs in each hash and equality, which fail if it gives `false`.
    static ACTION: RefCell<Option<Action>> = const { RefCell::new(None) };
}

/// Runs the action. It is taken meanwhile, since it may hash and compare keys itself.
pub(super) fn act() -> bool {
    let Some(mut action) = ACTION.take() else { return true };
    let is_done = action();
    ACTION.set(Some(action));
    is_done
}

pub(super) fn during<T>(action: impl FnMut() -> bool + 'static, test: impl FnOnce() -> T) -> T {
    ACTION.set(Some(Box::new(action)));
    let result = test();
    ACTION.set(None);
    result
}

fn number(key: &TVMFFIAny) -> i64 {
    let object = key.header().expect("a key of the tests");
    // SAFETY: the body of such a key is a number.
    let body = unsafe { object.add(1) }.cast::<i64>();
    // SAFETY: as above.
    unsafe { body.read() }
}

fn error() -> TVMFFIAny {
    crate::error::raise("ValueError", "the hash fails");
    let error = crate::error::take_raised().expect("an error");
    Value::from(error).into_raw()
}

/// Many keys have one hash.
unsafe extern "C" fn hash(key: &TVMFFIAny) -> TVMFFIAny {
    if act() { Value::int(number(key) % 3).into_raw() } else { error() }
}

/// The type of the keys: its hash is a native function, its equality a function object.
pub(super) fn key_type() -> i32 {
    static TYPE: OnceLock<i32> = OnceLock::new();
    *TYPE.get_or_init(|| {
        let key = TVMFFIByteArray::of(b"container.Key");
        // SAFETY: the key is readable.
        let index = unsafe { get_or_alloc_index(&key, -1, 1, 0, 0, TypeIndex::OBJECT) };
        let hash = TVMFFIAnyPayload::from_ptr(hash as *mut core::ffi::c_void);
        let equal = closure(|keys| match keys {
            [a, b] if act() => Ok(Value::bool(number(a) == number(b))),
            _ => Err(fail!(ValueError, "the equality fails")),
        });
        let set = |name: &[u8], value: &TVMFFIAny| -> c_int {
            // SAFETY: the name is readable, and the value valid.
            unsafe { register_attr(index, &TVMFFIByteArray::of(name), value) }
        };
        assert_eq!(set(b"__any_hash__", &TVMFFIAny::new(TypeIndex::OPAQUE_PTR, hash)), 0);
        assert_eq!(set(b"__any_equal__", &equal.view()), 0);
        index
    })
}

fn key(number: i64) -> Value {
    Object::new(key_type(), number).into()
}

/// A dict of keys with their numbers.
fn dict(count: i64) -> Value {
    let args: Vec<Value> = (0..count).flat_map(|number| [key(number), Value::int(number)]).collect();
    done("ffi.Dict", &args.iter().collect::<Vec<_>>())
}

#[test]
fn a_hash_or_an_equality_that_fails_changes_nothing() {
    // The small dict compares, the full ones become dense or grow, which hashes all keys.
    for (count, set, erase) in [(3, "equality", "equality"), (4, "hash", "equality"), (7, "hash", "hash")] {
        let dict = dict(count);
        during(
            || false,
            || {
                let error = failure("ffi.DictSetItem", &[&dict, &key(20), &Value::int(0)]);
                assert_eq!(error, format!("ValueError: the {set} fails"));
                let error = failure("ffi.DictErase", &[&dict, &key(20)]);
                assert_eq!(error, format!("ValueError: the {erase} fails"));
            },
        );
        assert_eq!(integer("ffi.DictSize", &[&dict]), count);
        assert_eq!(integer("ffi.DictGetItem", &[&dict, &key(count - 1)]), count - 1);
    }
}

/// Changes of a dict by code that its own operations run.
fn changes(dict: &Value) -> [Action; 3] {
    let [first, second, third] = [(); 3].map(|()| dict.clone());
    let (mut next, mut gone) = (100, 0);
    [
        Box::new(move || {
            done("ffi.DictClear", &[&first]);
            true
        }),
        Box::new(move || {
            next += 1;
            done("ffi.DictSetItem", &[&second, &Value::int(next), &Value::int(0)]);
            true
        }),
        Box::new(move || {
            gone += 1;
            done("ffi.DictErase", &[&third, &Value::int(gone)]);
            let _ = call("ffi.DictErase", &[&third, &key(gone)]).map_err(|_| raised());
            true
        }),
    ]
}

#[test]
fn a_dict_may_change_while_its_keys_are_hashed_and_compared() {
    for count in [3, 4, 7, 9] {
        for change in 0..3 {
            for operation in ["ffi.DictSetItem", "ffi.DictErase", "ffi.DictCount"] {
                let dict = dict(count);
                let action = changes(&dict).into_iter().nth(change).expect("a change");
                let [key, value] = [key(count - 1), Value::int(0)];
                let args = [&dict, &key, &value];
                let args = if operation == "ffi.DictSetItem" { &args[..] } else { &args[..2] };
                let result = during(action, || call(operation, args));
                if result.is_err() {
                    assert!(raised().contains("was changed while its keys were hashed or compared"));
                }
                // The dict is still one that works.
                let size = integer("ffi.DictSize", &[&dict]);
                done("ffi.DictSetItem", &[&dict, &Value::int(-1), &Value::int(0)]);
                assert_eq!(integer("ffi.DictSize", &[&dict]), size + 1);
                done("ffi.DictClear", &[&dict]);
            }
        }
    }
}

#[test]
fn code_that_runs_may_give_the_container_away() {
    for count in [3, 9] {
        for name in ["ffi.DictCount", "ffi.DictErase", "ffi.DictGetItemOrMissing"] {
            let dict = dict(count);
            let view = *dict.view();
            let function =
                crate::functions::globals::globals().get(name.as_bytes()).expect("a function of the runtime");
            let key = key(count - 1);
            let mut owner = Some(dict);
            let give_away = move || {
                drop(owner.take());
                true
            };
            // SAFETY: the arguments are held when the call begins.
            let result = during(give_away, || unsafe {
                crate::testing::call_function(&function, &[view, *key.view()])
            });
            assert!(result.is_ok());
        }
    }
}

/// Runs an action when its object is dropped.
struct WhenDropped(Option<Box<dyn FnOnce()>>);

impl Drop for WhenDropped {
    fn drop(&mut self) {
        self.0.take().into_iter().for_each(|action| action());
    }
}

#[test]
fn code_that_runs_may_give_the_other_arguments_away() {
    for name in ["ffi.Map", "ffi.Dict"] {
        for by_hook in [true, false] {
            let token = Arc::new(());
            let lent = Value::from(Object::new(TypeIndex::OBJECT, Arc::clone(&token)));
            let last = *lent.view();
            let owner = Rc::new(RefCell::new(Some(lent)));
            let give_away = move || drop(owner.take());
            let function =
                crate::functions::globals::globals().get(name.as_bytes()).expect("a function of the runtime");
            let call = |args: &[&TVMFFIAny; 4]| {
                // SAFETY: the arguments are held when the call begins.
                unsafe { crate::testing::call_function(&function, &args.map(|arg| *arg)) }
            };
            let result = if by_hook {
                let keys = [key(1), key(2)];
                let act = move || {
                    give_away();
                    true
                };
                during(act, || call(&[keys[0].view(), Value::NONE.view(), keys[1].view(), &last]))
            } else {
                // The first value is given to the container, which drops it when the key gets another.
                let first = Object::new(TypeIndex::OBJECT, WhenDropped(Some(Box::new(give_away))));
                let mut slot = first.into_handle();
                let slot = TVMFFIAnyPayload::from_ptr((&raw mut slot).cast());
                let given = TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, slot);
                let key = Value::int(1);
                call(&[key.view(), &given, key.view(), &last])
            };
            assert!(result.is_ok() && Arc::strong_count(&token) == 2, "{name} holds the object");
        }
    }
}

/// The body of a key that runs an action when it is dropped.
#[repr(C)]
struct LastKey {
    number: i64,
    action: WhenDropped,
}

#[test]
fn the_error_of_a_hook_is_raised_after_deleters_have_run() {
    let dict = dict(3);
    let fail = || drop(failure("ffi.ListSize", &[]));
    let key = LastKey { number: 1, action: WhenDropped(Some(Box::new(fail))) };
    let mut slot = Object::new(key_type(), key).into_handle();
    let slot = TVMFFIAnyPayload::from_ptr((&raw mut slot).cast());
    let given = TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, slot);
    let count =
        crate::functions::globals::globals().get(b"ffi.DictCount").expect("a function of the runtime");
    // SAFETY: the arguments are held when the call begins, or given away.
    let result =
        during(|| false, || unsafe { crate::testing::call_function(&count, &[*dict.view(), given]) });
    assert!(result.is_err());
    assert_eq!(raised(), "ValueError: the equality fails");
}

#[test]
fn a_small_dict_may_fill_up_while_a_new_key_is_compared() {
    // One more entry fills the small dict; two make it dense.
    for more in [1, 2] {
        let dict = dict(3);
        let changed = dict.clone();
        let mut left = (0..more).collect::<Vec<i64>>();
        let fill = move || {
            for number in left.drain(..) {
                done("ffi.DictSetItem", &[&changed, &Value::int(number), &Value::int(number)]);
            }
            true
        };
        let args = [&dict, &key(20), &Value::int(20)];
        let result = during(fill, || call("ffi.DictSetItem", &args));
        if result.is_err() {
            assert!(raised().contains("was changed while its keys were hashed or compared"));
        }
        let size = 3 + more + i64::from(result.is_ok());
        assert_eq!(integer("ffi.DictSize", &[&dict]), size);
        let numbers: Vec<i64> = (0..more).collect();
        assert!(numbers.iter().all(|n| integer("ffi.DictGetItem", &[&dict, &Value::int(*n)]) == *n));
    }
}
