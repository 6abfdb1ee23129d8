//! Exports, called as a C caller does.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::abi::{TVMFFIAnyPayload, TVMFFIObject, TVMFFISafeCallType, TypeIndex};
use crate::any::Any;
use crate::error::{ErrorKind, take_raised};
use crate::object_ref::ObjectRef;
use crate::{Function, Result, testing};

/// Calls a shim with slots as they are. A shim that fails leaves the result alone.
fn call_raw(shim: TVMFFISafeCallType, args: *const TVMFFIAny, count: i32) -> Result<Any> {
    let mut result = TVMFFIAny::NONE;
    // SAFETY: the tests fill as many slots as they count, with what their type indices say.
    match unsafe { shim(null_mut(), args, count, &mut result) } {
        // SAFETY: the shim gave an owned value.
        0 => Ok(unsafe { Any::from_raw(result) }),
        code => {
            assert_eq!((code, result.type_index), (-1, TypeIndex::NONE));
            Err(take_raised())
        }
    }
}

/// Calls a shim with values, which stay the caller's.
fn call_with(shim: TVMFFISafeCallType, args: &[Any]) -> Result<Any> {
    let raw: Vec<TVMFFIAny> = args.iter().map(|value| *value.as_raw()).collect();
    call_raw(shim, raw.as_ptr(), c_int::try_from(raw.len()).expect("few arguments"))
}

macro_rules! call {
    ($shim:path, $($arg:expr),* $(,)?) => {
        call_with($shim, &[$(Any::new($arg)),*])
    };
}

mod contracts;
mod kernels;

/// The C functions of the exports.
mod shims {
    use super::{TVMFFIAny, c_int, c_void};

    macro_rules! shims {
        ($($name:ident = $symbol:literal;)*) => {
            unsafe extern "C" {
                $(
                    #[link_name = $symbol]
                    pub(super) fn $name(_: *mut c_void, _: *const TVMFFIAny, _: c_int, _: *mut TVMFFIAny) -> c_int;
                )*
            }
        };
    }

    shims! {
        add = "__tvm_ffi_add";
        noop = "__tvm_ffi_noop";
        repeat = "__tvm_ffi_repeat";
        parse = "__tvm_ffi_parse";
        custom = "__tvm_ffi_custom";
        strong_count = "__tvm_ffi_strong_count";
        drop_panics = "__tvm_ffi_drop_panics";
    }
}

/// The text of the error that a call has to end in.
fn failure(result: Result<Any>) -> String {
    result.expect_err("the call fails").to_string()
}

/// The caller's slot of an rvalue reference to a new object, and the object.
fn rvalue() -> (Box<*mut TVMFFIObject>, ObjectRef) {
    let object = Any::new(crate::Str::from("longer than seven")).try_into_object().expect("it is an object");
    (Box::new(object.clone().into_raw().as_ptr()), object)
}

fn rvalue_arg(slot: &mut *mut TVMFFIObject) -> TVMFFIAny {
    let place = core::ptr::from_mut(slot).cast();
    TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, TVMFFIAnyPayload::from_ptr(place))
}

#[test]
fn an_rvalue_is_taken_once_all_arguments_are_known_to_need_no_other_form() {
    let (mut slot, object) = rvalue();
    // A big integer for the float has to be converted first, which makes the shim start again.
    let big = Any::new(1u128 << 100);
    let args = [rvalue_arg(&mut slot), *big.as_raw()];
    let count = call_raw(shims::strong_count, args.as_ptr(), 2).and_then(Any::cast::<usize>);
    assert_eq!(count.ok(), Some(2), "the reference moved into the call");
    assert!(slot.is_null());
    assert!(object.is_unique(), "and ended there");
}

#[test]
fn an_rvalue_beside_an_argument_that_fails_is_freed_once() {
    let (mut slot, object) = rvalue();
    let text = Any::new("no float");
    let args = [rvalue_arg(&mut slot), *text.as_raw()];
    let message = failure(call_raw(shims::strong_count, args.as_ptr(), 2));
    assert!(message.contains("argument #1 `scale`: expected float, got str"), "{message}");
    // Whether the callee took it or not, there must be one reference.
    // SAFETY: the slot owns what is left in it.
    drop(unsafe { ObjectRef::from_handle((*slot).cast()) });
    assert!(object.is_unique());
}

#[test]
fn a_panic_while_arguments_are_dropped_is_raised() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    kernels::with_drop(|| {
        DROPS.fetch_add(1, Ordering::Relaxed);
        panic!("in a drop")
    });
    let message = failure(call!(shims::drop_panics, 1));
    assert!(message.ends_with("in a drop"), "{message}");
    assert_eq!(DROPS.load(Ordering::Relaxed), 1);
}

/// After a failure, there is always an error to fetch.
#[test]
fn an_error_that_cannot_be_made_is_a_memory_error() {
    let shims: [(TVMFFISafeCallType, Any); 3] =
        [(shims::noop, Any::none()), (shims::custom, Any::new(true)), (shims::parse, Any::new("no number"))];
    for (shim, arg) in shims {
        let error = testing::error::out_of_memory(|| call_with(shim, &[arg])).expect_err("the call fails");
        assert_eq!(error.to_string(), "MemoryError: out of memory while an error was raised");
    }
    let error = testing::error::out_of_memory(|| call!(shims::repeat, "a", 99)).expect_err("it panics");
    assert_eq!(error.kind(), ErrorKind::MemoryError);

    let fails = Function::new(|| Err::<(), _>("an error"));
    let panics = Function::new(|| -> () { panic!("on purpose") });
    for function in [fails, panics] {
        let error = testing::error::out_of_memory(|| function.call(())).expect_err("the call fails");
        assert_eq!(error.to_string(), "MemoryError: out of memory while an error was raised");
    }
}

#[test]
fn exports_are_called_from_many_threads() {
    let text = Arc::new(Any::new("longer than seven"));
    let rounds = if cfg!(miri) { 3 } else { 300 };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let text = Arc::clone(&text);
            scope.spawn(move || {
                for round in 0..rounds {
                    let times = round % 3;
                    let args = [Any::clone(&text), Any::new(times)];
                    let result = call_with(shims::repeat, &args);
                    assert_eq!(result.is_err(), times == 0, "{result:?}");
                }
            });
        }
    });
}
