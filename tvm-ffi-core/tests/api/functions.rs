//! Functions across the language boundary, with the real runtime.

use std::sync::Arc;

use crate::cpp;
use tvm_ffi_core::{
    Any, AnyView, Array, FfiType, Function, Map, ObjectRef, Result, Tensor, TensorView, TypedFunction,
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
    let borrowed = TypedFunction::<fn(&str, &Tensor) -> i64>::TAG.name();
    assert_eq!(borrowed, "Function[[str, Tensor] -> int]");
    assert_eq!(TypedFunction::<fn(String, Tensor) -> i64>::TAG.name(), borrowed);
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

#[test]
fn an_object_of_an_unknown_type_is_named_by_its_key() -> Result<()> {
    let object: ObjectRef = cpp::function("testing.make_unregistered_object").call(())?.cast()?;
    assert_eq!(object.type_key(), "testing.TestUnregisteredObject");
    let error = Any::new(object).cast::<i64>().expect_err("it is not an integer");
    assert_eq!(error.to_string(), "TypeError: expected int, got testing.TestUnregisteredObject");
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
