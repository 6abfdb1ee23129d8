use core::ffi::c_int;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::abi::TVMFFIAnyPayload;
use crate::convert::IntoAny;
use crate::error::{Error, ErrorKind};

fn message(result: Result<Any>) -> String {
    result.expect_err("the call fails").to_string()
}

#[test]
fn closures_take_owned_and_borrowed_parameters() {
    let repeat = Function::new(|text: &str, times: usize| text.repeat(times));
    let repeated: String = repeat.call(("ab", 3)).and_then(Any::cast).expect("it is text");
    assert_eq!(repeated, "ababab");
    let length = Function::new(|bytes: &[u8], suffix: Option<&str>| bytes.len() + suffix.map_or(0, str::len));
    assert_eq!(length.call((b"xyz".as_slice(), ())).and_then(Any::cast::<usize>).ok(), Some(3));
    assert_eq!(length.call((b"xyz".as_slice(), "four")).and_then(Any::cast::<usize>).ok(), Some(7));
    let kind = Function::new(|value: AnyView<'_>| value.type_index());
    assert_eq!(kind.call((1.5,)).and_then(Any::cast::<i32>).ok(), Some(TypeIndex::FLOAT));
}

#[test]
fn closures_of_every_arity() {
    let none = Function::new(|| 0i64);
    assert_eq!(none.call(()).and_then(Any::cast::<i64>).ok(), Some(0));
    let twelve = Function::new(
        |a: i8, b: i16, c: i32, d: i64, e: u8, f: u16, g: u32, h: u64, i: f32, j: f64, k: bool, l: &str| {
            let small = f64::from(a) + f64::from(b) + f64::from(c) + d as f64 + f64::from(e) + f64::from(f);
            small + f64::from(g) + h as f64 + f64::from(i) + j + f64::from(u8::from(k)) + l.len() as f64
        },
    );
    let sum = twelve.call((1, 1, 1, 1, 1, 1, 1, 1u64, 1.0, 1.0, true, "1"));
    assert_eq!(sum.and_then(Any::cast::<f64>).ok(), Some(12.0));
}

#[test]
fn an_error_passes_through_a_closure_unchanged() {
    let object = Error::new(ErrorKind::KeyError, "inner").into_any();
    let shared = object.clone();
    let inner = Function::new(move || -> Result<()> { Err(shared.as_view().cast::<Error>()?) });
    let outer = Function::new(move || inner.call(()).map(drop));
    let error = outer.call(()).expect_err("the inner function fails").into_any();
    assert_eq!(error.as_raw().payload.ptr(), object.as_raw().payload.ptr(), "the object is the same");
}

#[test]
fn a_panic_with_any_payload_becomes_an_error() {
    struct DropPanics;
    impl Drop for DropPanics {
        fn drop(&mut self) {
            panic!("the payload's drop");
        }
    }
    let f = Function::new(|which: u8| -> () {
        match which {
            0 => std::panic::panic_any(3i32),
            1 => std::panic::panic_any(DropPanics),
            2 => std::panic::panic_any(String::from("owned text")),
            _ => std::panic::resume_unwind(Box::new("no hook ran")),
        }
    });
    assert!(message(f.call((0,))).ends_with("a value that is not text"));
    assert!(message(f.call((1,))).ends_with("a value that is not text"));
    assert!(message(f.call((2,))).ends_with("owned text"));
    assert!(message(f.call((3,))).ends_with("no hook ran"));
}

/// Counts its drops, and may panic in them.
struct Dropped {
    count: Arc<AtomicUsize>,
    panics: bool,
}

impl Drop for Dropped {
    fn drop(&mut self) {
        self.count.fetch_add(1, Ordering::Relaxed);
        assert!(!self.panics, "in a drop");
    }
}

#[test]
fn a_closure_is_dropped_with_its_last_reference() {
    let count = Arc::new(AtomicUsize::new(0));
    let captured = Dropped { count: Arc::clone(&count), panics: false };
    let f = Function::new(move || {
        let _whole = &captured;
    });
    let second = f.clone();
    drop(f);
    assert!(second.call(()).is_ok());
    assert_eq!(count.load(Ordering::Relaxed), 0);
    drop(second);
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn a_panic_in_the_drop_of_a_closure_stays_there() {
    let count = Arc::new(AtomicUsize::new(0));
    let captured = Dropped { count: Arc::clone(&count), panics: true };
    drop(Function::new(move || {
        let _whole = &captured;
    }));
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn a_panic_in_the_drop_of_an_argument_or_result_becomes_an_error() {
    let count = Arc::new(AtomicUsize::new(0));
    let inner = Arc::clone(&count);
    let f = Function::new(move || {
        let _local = Dropped { count: Arc::clone(&inner), panics: true };
        1i64
    });
    assert!(message(f.call(())).ends_with("in a drop"));
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn a_call_without_arguments_may_give_no_pointer() {
    let f = Function::from_packed(|args: &[AnyView<'_>]| args.len());
    let mut result = TVMFFIAny::NONE;
    // SAFETY: there are no arguments; the result owns nothing.
    let code = unsafe {
        crate::runtime::table::TVMFFIFunctionCall(
            f.as_object().handle(),
            core::ptr::null_mut(),
            0,
            &mut result,
        )
    };
    assert_eq!((code, result.type_index, result.payload.int()), (0, TypeIndex::INT, 0));
    let g = Function::new(|x: i64| x);
    // SAFETY: as above.
    let code = unsafe {
        crate::runtime::table::TVMFFIFunctionCall(
            g.as_object().handle(),
            core::ptr::null_mut(),
            0,
            &mut result,
        )
    };
    assert_eq!(code, -1);
    assert_eq!(crate::error::take_raised().message(), "<closure>: expected 1 argument, got 0");
}

#[test]
fn arguments_that_are_owned_end_with_the_call() {
    let text = "longer than seven bytes";
    let object = Any::new(text).try_into_object().expect("it is an object");
    let f = Function::new(|text: &str| text.len());
    assert_eq!(f.call((object.clone(),)).and_then(Any::cast::<usize>).ok(), Some(text.len()));
    assert!(object.is_unique(), "the argument was given up");
    let value = object.clone().into_any();
    assert!(f.call((&value,)).is_ok());
    assert!(f.call((value.as_view(),)).is_ok());
    assert_eq!(object.strong_count(), 2, "a view is not");
    assert!(f.call((value, 3)).is_err());
    assert!(object.is_unique(), "also where the call fails");
}

#[test]
fn results_move_to_the_caller() {
    let object = Any::new("longer than seven bytes");
    let shared = object.clone();
    let f = Function::new(move || shared.clone());
    let result = f.call(()).expect("it gives a value");
    assert_eq!(result.as_raw().payload.ptr(), object.as_raw().payload.ptr());
    drop(f);
    drop(object);
    assert!(result.try_into_object().expect("it is an object").is_unique());
}

/// A function whose result is this slot, as a careless callee might give it.
fn careless(result: TVMFFIAny, code: c_int) -> Function {
    struct Careless(TVMFFIAny, c_int);
    unsafe extern "C" fn call(
        context: *mut c_void,
        _: *const TVMFFIAny,
        _: i32,
        result: *mut TVMFFIAny,
    ) -> c_int {
        // SAFETY: the context is that of `careless`.
        let context = unsafe { &*context.cast::<Careless>() };
        // SAFETY: the caller gives a place for the result.
        unsafe { result.write(context.0) };
        context.1
    }
    unsafe extern "C" fn delete(context: *mut c_void) {
        // SAFETY: the context is that of `careless`, and this is its end.
        drop(unsafe { Box::from_raw(context.cast::<Careless>()) });
    }
    let context = Box::into_raw(Box::new(Careless(result, code)));
    // SAFETY: `call` looks at nothing but the context, which lives until `delete`.
    unsafe { Function::create(context.cast(), call, Some(delete)) }
}

#[test]
fn a_result_that_only_a_view_may_be_is_copied_or_refused() {
    let raw_str = TVMFFIAny::new(
        TypeIndex::RAW_STR,
        TVMFFIAnyPayload::from_ptr(c"a C string".as_ptr().cast_mut().cast()),
    );
    let copied = careless(raw_str, 0).call(()).and_then(Any::cast::<String>);
    assert_eq!(copied.ok().as_deref(), Some("a C string"));
    for type_index in [TypeIndex::DL_TENSOR_PTR, TypeIndex::OBJECT_RVALUE_REF] {
        let result = TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_int(8));
        let error = message(careless(result, 0).call(()));
        assert_eq!(error, "TypeError: the function returned a value that only an argument may be");
    }
}

/// No value of the ABI has a negative index, and one that is taken for a reference to an object would be followed.
#[test]
fn a_result_with_a_negative_index_is_not_followed() {
    for type_index in [-1, i32::MIN, i32::MIN + TypeIndex::OBJECT_RVALUE_REF] {
        let result = TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_int(8));
        if let Ok(value) = careless(result, 0).call(()) {
            assert!(value.as_view().cast::<ObjectRef>().is_err());
            assert!(value.as_view().to_any().is_err() || value.type_index() == type_index);
        }
    }
}

#[test]
fn a_failure_without_an_error_is_reported() {
    for code in [-1, -2, 1] {
        let error = message(careless(TVMFFIAny::NONE, code).call(()));
        assert_eq!(error, "RuntimeError: a call failed without raising an error");
    }
}

#[test]
fn typed_functions_check_the_result() {
    let f = Function::new(|x: i64| x * 1000);
    let typed = f.clone().typed::<fn(i64) -> u8>();
    assert_eq!(typed.call((0,)).ok(), Some(0));
    let error = typed.call((1,)).expect_err("1000 is not a byte");
    assert_eq!(
        error.to_string(),
        "ValueError: the result of the function: 1000 is out of range for u8, expected 0 to 255"
    );
    let typed: TypedFunction<fn(i64) -> String> = f.typed();
    assert_eq!(
        typed.call((1,)).expect_err("a number is not text").to_string(),
        "TypeError: the result of the function: expected str, got int"
    );
}

#[test]
fn functions_are_called_from_many_threads() {
    let count = Arc::new(AtomicUsize::new(0));
    let shared = Arc::clone(&count);
    let f = Function::new(move |fail: bool| -> Result<usize> {
        let before = shared.fetch_add(1, Ordering::Relaxed);
        crate::ensure!(!fail, "call {before}");
        Ok(before)
    });
    let rounds = if cfg!(miri) { 5 } else { 500 };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let f = f.clone();
            scope.spawn(move || {
                for round in 0..rounds {
                    assert_eq!(f.call(((thread + round) % 2 == 0,)).is_err(), (thread + round) % 2 == 0);
                }
            });
        }
    });
    assert_eq!(count.load(Ordering::Relaxed), 4 * rounds);
}

/// A value that only a caller can pass.
fn borrowed<T>(type_index: i32, pointer: *const T) -> TVMFFIAny {
    TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(pointer.cast_mut().cast()))
}

#[test]
fn a_borrowed_tensor_is_not_passed_on() {
    let tensor = crate::SliceTensor::new(&[1f32], [1]).expect("a tensor");
    let raw = borrowed(TypeIndex::DL_TENSOR_PTR, tensor.view().as_tensor().as_raw().as_ptr());
    let inner = Function::from_packed(|args: &[AnyView<'_>]| args[0].type_index());
    let callee = inner.clone();
    let forward =
        Function::from_packed(move |args: &[AnyView<'_>]| -> Result<Any> { callee.call((args[0],)) });
    let callee = inner.clone();
    let forward_all = Function::from_packed(move |args: &[AnyView<'_>]| callee.call_packed(args));
    let callee = inner.clone();
    let nested = Function::from_packed(move |args: &[AnyView<'_>]| callee.call(((&args[0], 1).0,)));
    let callee = inner.clone();
    let in_array = Function::from_packed(move |args: &[AnyView<'_>]| callee.call((args,)));
    let callee = inner.clone();
    let in_tuple = Function::from_packed(move |args: &[AnyView<'_>]| callee.call((&(1, Some(args[0])),)));
    let callee = inner.clone();
    let in_map = Function::from_packed(move |args: &[AnyView<'_>]| {
        callee.call((&std::collections::BTreeMap::from([("key", args[0])]),))
    });
    for function in [&forward, &forward_all, &nested, &in_array, &in_tuple, &in_map] {
        let error = function.call_raw(&[raw]).expect_err("the callee could keep it");
        assert_eq!(error.kind(), ErrorKind::TypeError);
        assert!(error.message().starts_with("a DLTensor* belongs to the caller"), "{error}");
    }
    // SAFETY: the function looks at the type alone.
    let lend = Function::from_packed(move |args: &[AnyView<'_>]| inner.call((unsafe { args[0].lend() },)));
    let index = lend.call_raw(&[raw]).and_then(Any::cast::<i32>);
    assert_eq!(index.ok(), Some(TypeIndex::DL_TENSOR_PTR));
}

#[test]
fn borrowed_text_and_bytes_are_copied_when_they_are_passed_on() {
    let identity = Function::from_packed(|args: &[AnyView<'_>]| args[0].type_index());
    let text = Function::new(|text: &str| text.to_owned());
    let bytes = Function::new(|bytes: &[u8]| bytes.len());
    let forward = |to: &Function| {
        let to = to.clone();
        Function::from_packed(move |args: &[AnyView<'_>]| to.call_packed(args))
    };
    let raw = borrowed(TypeIndex::RAW_STR, c"longer than seven".as_ptr());
    let index = forward(&identity).call_raw(&[raw]).and_then(Any::cast::<i32>);
    assert_eq!(index.ok(), Some(TypeIndex::STR));
    let copied = forward(&text).call_raw(&[raw]).and_then(Any::cast::<String>);
    assert_eq!(copied.ok().as_deref(), Some("longer than seven"));
    let invalid = borrowed(TypeIndex::RAW_STR, c"\xff".as_ptr());
    let error = forward(&text).call_raw(&[invalid]).expect_err("it is not UTF-8");
    assert_eq!(error.to_string(), "ValueError: expected UTF-8, got a C string that is not");
    let array = crate::abi::TVMFFIByteArray::of(b"abc");
    let raw = borrowed(TypeIndex::BYTE_ARRAY_PTR, &raw const array);
    assert_eq!(forward(&bytes).call_raw(&[raw]).and_then(Any::cast::<usize>).ok(), Some(3));
    let index = forward(&identity).call_raw(&[raw]).and_then(Any::cast::<i32>);
    assert_eq!(index.ok(), Some(TypeIndex::SMALL_BYTES));
}
