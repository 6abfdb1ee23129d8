//! Functions across the language boundary, with the real runtime.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cpp;
use tvm_ffi_core::{
    Any, AnyView, Array, Error, ErrorKind, FfiType, Function, Map, ObjectRef, Result, Tensor, TensorView,
    TypedFunction, WeakObjectRef, ensure,
};

#[test]
fn functions_of_the_runtime_are_called() -> Result<()> {
    let add_one = cpp::function("testing.add_one");
    assert_eq!(add_one.call((41,))?.cast::<i64>()?, 42);
    let typed: TypedFunction<fn(i64) -> i64> = add_one.clone().typed();
    assert_eq!(typed.call((1,))?, 2);
    assert!(cpp::function("testing.nop").call((1, "a", 2.5))?.is_none());
    Ok(())
}

#[test]
fn signatures_may_borrow_their_arguments() -> Result<()> {
    let f = Function::new(|text: &str, n: usize, x: TensorView<'_>| (text.len() * n + x.numel()) as i64);
    let typed: TypedFunction<fn(&str, usize, &Tensor) -> i64> = f.clone().typed();
    let (text, x) = (String::from("four"), Tensor::from_vec(vec![1.0f32, 2.0], &[2])?);
    assert_eq!(typed.call((&text, 3, &x))?, 14);
    let owned: TypedFunction<fn(String, usize, Tensor) -> i64> = f.typed();
    assert_eq!(owned.call((text, 3, x))?, 14);
    type All = fn(&str, &Vec<i64>, &i64, &Any) -> i64;
    let all: TypedFunction<All> =
        Function::new(|text: &str, list: Vec<i64>, n: i64, any: i64| text.len() as i64 + list[0] + n + any)
            .typed();
    assert_eq!(all.call(("a", &vec![2], &3, &Any::new(4)))?, 10);
    let name = |signature: fn(&mut String)| {
        let mut text = String::new();
        signature(&mut text);
        text
    };
    let borrowed = name(<TypedFunction<fn(&str, &Tensor) -> i64> as FfiType>::type_name);
    assert_eq!(borrowed, "Function[[str, Tensor] -> int]");
    assert_eq!(name(<TypedFunction<fn(String, Tensor) -> i64> as FfiType>::type_name), borrowed);
    Ok(())
}

#[test]
fn closures_are_called_by_cpp() -> Result<()> {
    let apply = cpp::function("testing.apply");
    let join = Function::new(|a: &str, b: &str, n: u8| format!("{a}-{b}-{n}"));
    let joined: String = apply.call((join.clone(), "short", "longer than seven", 3))?.cast()?;
    assert_eq!(joined, "short-longer than seven-3");
    // Through C++ and back into C++.
    let nested: i64 =
        apply.call((cpp::function("testing.apply"), cpp::function("testing.add_one"), 1))?.cast()?;
    assert_eq!(nested, 2);
    let packed = Function::from_packed(|args: &[AnyView<'_>]| args.len());
    assert_eq!(apply.call((packed.clone(),))?.cast::<usize>()?, 0);
    assert_eq!(apply.call((packed, 1, "a", ()))?.cast::<usize>()?, 3);
    Ok(())
}

#[test]
fn a_function_keeps_its_identity() -> Result<()> {
    let f = Function::new(|| 1i64);
    let back: Function = cpp::function("testing.echo").call((f.clone(),))?.cast()?;
    assert!(ObjectRef::ptr_eq(f.as_object(), back.as_object()));
    assert_eq!(f.as_object().type_key(), "ffi.Function");
    Ok(())
}

#[test]
fn errors_cross_in_both_directions() {
    let error =
        cpp::function("testing.test_raise_error").call(("ValueError", "from C++")).expect_err("it raises");
    assert_eq!(error.to_string(), "ValueError: from C++");
    assert!(error.traceback().contains("File \""), "{}", error.traceback());

    let refuse = Function::new(|x: i64| -> Result<i64> {
        ensure!(x > 0, KeyError, "no {x}");
        Ok(x)
    });
    let error = cpp::function("testing.apply").call((refuse, -1)).expect_err("-1 is refused");
    assert_eq!(error.to_string(), "KeyError: no -1");
    assert!(error.traceback().contains("functions.rs"), "{}", error.traceback());
}

#[test]
fn an_error_that_passes_through_rust_keeps_its_object() -> Result<()> {
    let raise = cpp::function("testing.test_raise_error");
    let seen = Arc::new(std::sync::Mutex::new(None));
    let store = Arc::clone(&seen);
    let pass_on = Function::new(move || -> Result<()> {
        let error = raise.call(("IndexError", "far out")).expect_err("it raises");
        let object = Any::new(error);
        *store.lock().expect("no thread panics with the lock") = Some(object.clone());
        Err(object.cast::<Error>()?)
    });
    let error = cpp::function("testing.apply").call((pass_on,)).expect_err("it passes the error on");
    let object = seen.lock().expect("no thread panics with the lock").take().expect("the closure ran");
    let [before, after] = [object, Any::new(error)].map(Any::try_into_object);
    let (before, after) = (before.expect("an error is an object"), after.expect("an error is an object"));
    assert!(ObjectRef::ptr_eq(&before, &after));
    Ok(())
}

#[test]
fn a_panic_in_a_closure_that_cpp_calls_is_an_error() {
    let f = Function::new(|x: i64| -> i64 {
        assert!(x != 0, "never zero");
        x
    });
    let apply = cpp::function("testing.apply");
    let error = apply.call((f.clone(), 0)).expect_err("it panics");
    assert_eq!(error.kind(), ErrorKind::RuntimeError);
    assert!(error.message().contains("functions.rs"), "{error}");
    assert!(error.message().ends_with("never zero"), "{error}");
    assert_eq!(apply.call((f, 5)).and_then(Any::cast::<i64>).ok(), Some(5));
}

/// Every test has names of its own: the registry is common to all of them.
fn name(of: &str) -> String {
    format!("tests.functions.{of}")
}

#[test]
fn global_functions_are_set_found_replaced_listed_and_removed() -> Result<()> {
    let name = name("lifecycle");
    let one = Function::new(|| 1i64);
    assert!(Function::find_global(&name)?.is_none());
    let error = Function::get_global(&name).expect_err("it is not there yet");
    assert_eq!(error.to_string(), format!("RuntimeError: there is no global function `{name}`"));
    assert!(!Function::remove_global(&name)?);

    Function::set_global(&name, &one)?;
    assert!(ObjectRef::ptr_eq(one.as_object(), Function::get_global(&name)?.as_object()));
    let error = Function::set_global(&name, &one).expect_err("the name is taken");
    assert!(error.message().contains(&name), "{error}");
    assert!(Function::list_global()?.contains(&name));

    Function::replace_global(&name, &Function::new(|| 2i64))?;
    assert_eq!(Function::get_global(&name)?.call(())?.cast::<i64>()?, 2);
    assert!(one.as_object().is_unique(), "the registry has released it");

    assert!(Function::remove_global(&name)?);
    assert!(Function::find_global(&name)?.is_none());
    assert!(!Function::list_global()?.contains(&name));
    Ok(())
}

#[test]
fn names_of_global_functions_are_any_text() -> Result<()> {
    for text in [name("größer"), name("with a space and more than sixteen bytes"), name("")] {
        Function::replace_global(&text, &Function::new(|| 1i64))?;
        assert!(Function::find_global(&text)?.is_some(), "{text}");
        assert!(Function::remove_global(&text)?);
    }
    Ok(())
}

/// Counts its drops.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn what_a_closure_captures_is_dropped_with_the_function() -> Result<()> {
    let drops = Arc::new(AtomicUsize::new(0));
    let captured = Counted(Arc::clone(&drops));
    let f = Function::new(move || captured.0.load(Ordering::Relaxed));
    let weak: WeakObjectRef = f.as_object().downgrade();
    let held = cpp::echo(&Any::new(f.clone()));
    drop(f);
    assert_eq!(drops.load(Ordering::Relaxed), 0);
    assert!(weak.upgrade().is_some());
    drop(held);
    // The object of the runtime respects a weak reference: the payload is dropped, the memory is not freed.
    assert_eq!(drops.load(Ordering::Relaxed), 1);
    assert!(weak.upgrade().is_none());
    Ok(())
}

#[test]
fn a_panic_in_the_drop_of_a_closure_stays_in_rust() {
    struct Panics;
    impl Drop for Panics {
        fn drop(&mut self) {
            panic!("in the drop of a capture");
        }
    }
    let captured = Panics;
    let f = Function::new(move || {
        let _whole = &captured;
    });
    // The last reference is dropped by C++.
    let name = name("drop_panics");
    Function::set_global(&name, &f).expect("the name is free");
    drop(f);
    assert!(Function::remove_global(&name).expect("there is a runtime"));
}

#[test]
fn counts_are_those_that_cpp_sees() -> Result<()> {
    let use_count = cpp::function("testing.object_use_count");
    let text = Any::new("longer than seven bytes");
    let object = text.clone().try_into_object().expect("it is an object");
    assert_eq!(use_count.call((&text,))?.cast::<usize>()?, 2);
    assert_eq!(object.strong_count(), 2);
    drop(text);
    // An owned argument is given away for the call and ends with it.
    assert_eq!(use_count.call((object.clone(),))?.cast::<usize>()?, 2);
    assert!(object.is_unique());
    Ok(())
}

#[test]
fn an_object_of_an_unknown_type_is_named_by_its_key() -> Result<()> {
    let object: ObjectRef = cpp::function("testing.make_unregistered_object").call(())?.cast()?;
    assert_eq!(object.type_key(), "testing.TestUnregisteredObject");
    let error = Any::new(object).cast::<i64>().expect_err("it is not an integer");
    assert_eq!(error.to_string(), "TypeError: expected int, got testing.TestUnregisteredObject");
    Ok(())
}

#[test]
fn threads_call_through_cpp_at_once() -> Result<()> {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let f = Function::new(move |x: i64, text: &str| -> Result<String> {
        counter.fetch_add(1, Ordering::Relaxed);
        ensure!(x % 3 != 0, ValueError, "{x} is divisible by three");
        ensure!(x % 7 != 0 || text.is_empty(), "seven");
        assert!(x % 5 != 0, "{x} is divisible by five");
        Ok(text.repeat(2))
    });
    let apply = cpp::function("testing.apply");
    let (f, apply) = (&f, &apply);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            scope.spawn(move || {
                for round in 0..200i64 {
                    let x = thread * 200 + round + 1;
                    let result = apply.call((f.clone(), x, "more than seven bytes"));
                    let expected = match x {
                        _ if x % 3 == 0 => Err(format!("ValueError: {x} is divisible by three")),
                        _ if x % 7 == 0 => Err("RuntimeError: seven".to_owned()),
                        _ if x % 5 == 0 => Err(format!("{x} is divisible by five")),
                        _ => Ok("more than seven bytesmore than seven bytes".to_owned()),
                    };
                    match (result.and_then(Any::cast::<String>), expected) {
                        (Ok(text), Ok(expected)) => assert_eq!(text, expected),
                        (Err(error), Err(expected)) => {
                            assert!(error.to_string().ends_with(&expected), "{error}")
                        }
                        (result, expected) => panic!("{x}: got {result:?}, expected {expected:?}"),
                    }
                }
            });
        }
    });
    assert_eq!(calls.load(Ordering::Relaxed), 1600);
    assert!(f.as_object().is_unique());
    Ok(())
}

#[test]
fn objects_are_shared_and_dropped_by_many_threads() -> Result<()> {
    let drops = Arc::new(AtomicUsize::new(0));
    let captured = Counted(Arc::clone(&drops));
    let value = Any::new(Function::new(move || {
        let _whole = &captured;
    }));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let value = value.clone();
            scope.spawn(move || {
                for _ in 0..500 {
                    let through_cpp = cpp::echo(&value);
                    let weak = through_cpp.try_into_object().map(|object| object.downgrade());
                    let upgraded = weak.ok().and_then(|weak| weak.upgrade());
                    assert!(upgraded.is_some(), "`value` keeps it alive");
                }
            });
        }
    });
    assert_eq!(drops.load(Ordering::Relaxed), 0);
    drop(value);
    assert_eq!(drops.load(Ordering::Relaxed), 1);
    Ok(())
}

/// Makes a function whose closure owns the value.
type Own = fn(Any) -> Any;

const OWNERS: [(&str, Own); 5] = [
    ("function", |inner| {
        let inner: Function = inner.cast().expect("a function");
        Any::new(Function::new(move || inner.call(())))
    }),
    ("any", |inner| Any::new(Function::from_packed(move |_| inner.clone()))),
    ("typed function", |inner| {
        let inner: Function = inner.cast().expect("a function");
        let inner: TypedFunction<fn() -> Any> = inner.typed();
        Any::new(Function::new(move || inner.call(())))
    }),
    ("array", |inner| {
        let array: Array<Any> = [inner].into_iter().collect();
        Any::new(Function::new(move || Any::new(array.len() as i64)))
    }),
    ("map", |inner| {
        let map: Map<i64, Any> = [(0, inner)].into_iter().collect();
        Any::new(Function::new(move || Any::new(map.len() as i64)))
    }),
];

#[test]
fn closures_that_own_functions_are_dropped_at_any_depth() {
    for (what, own) in OWNERS {
        let counted = Arc::new(());
        let shared = Arc::clone(&counted);
        let innermost = Any::new(Function::new(move || Arc::strong_count(&shared)));
        let outermost = (0..100_000).fold(innermost, |inner, _| own(inner));
        std::thread::Builder::new()
            .stack_size(256 << 10)
            .spawn(move || drop(outermost))
            .expect("a thread starts")
            .join()
            .expect("the functions are dropped");
        assert_eq!(Arc::strong_count(&counted), 1, "{what}");
    }
}
