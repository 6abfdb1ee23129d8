//! Constructors, with keywords.

use super::classes::{Anchor, Point, Tally};
use super::support::{attribute, failure, function};
use crate::any::{Any, AnyView};
use crate::error::Result;
use crate::function::Function;
use crate::object::{ObjectType, Ref};
use crate::object_ref::ObjectRef;

/// The object after which names follow.
fn marker() -> ObjectRef {
    let get = Function::get_global("ffi.GetKwargsObject").expect("the runtime has one");
    get.call(()).and_then(Any::cast).expect("it is an object")
}

/// Calls the constructor of a class with values, and with names and values.
fn construct<T: ObjectType>(values: &[Any], named: &[(&str, Any)]) -> Result<Ref<T>> {
    let mut args = values.to_vec();
    if !named.is_empty() {
        args.push(Any::new(marker()));
    }
    for (name, value) in named {
        args.extend([Any::new(*name), value.clone()]);
    }
    let args: Vec<AnyView<'_>> = args.iter().map(Any::as_view).collect();
    function::<T>("__ffi_init__").call_packed(&args).and_then(Any::cast)
}

fn point(values: &[Any], named: &[(&str, Any)]) -> Result<(i64, i64, String)> {
    construct::<Point>(values, named).map(|point| (point.x, point.y, point.name.clone()))
}

fn any(value: impl crate::IntoAny) -> Any {
    Any::new(value)
}

const POINT: &str = "\n  tests.Point(x: int, y: int = 7, *, name: str = \"none\")";

#[test]
fn what_a_constructor_from_fields_cannot_take_is_named() {
    let refused = |values: &[Any], named: &[(&str, Any)], text: &str| {
        assert_eq!(failure(point(values, named)), format!("TypeError: tests.Point: {text}{POINT}"));
    };
    refused(&[], &[], "argument `x` is missing");
    refused(&[], &[("y", any(1))], "argument `x` is missing");
    refused(&[any(1), any(2), any("n")], &[], "expected at most 2 arguments without a name, got 3");
    let named = [("name", any("n"))];
    refused(&[any(1), any(2), any(3)], &named, "expected at most 2 arguments without a name, got 3");
    refused(&[any(1)], &[("z", any(2))], "unexpected keyword argument `z`");
    refused(&[any(1)], &[("x", any(2))], "argument `x` is passed twice");
    refused(&[], &[("x", any(1)), ("x", any(1))], "argument `x` is passed twice");
    refused(&[any("a")], &[], "argument `x`: expected int, got str");
}

#[test]
fn names_that_are_none_are_refused() {
    for init in [function::<Point>("__ffi_init__"), function::<Tally>("__ffi_init__")] {
        let message = failure(init.call((1, marker(), 2, 3)));
        assert!(message.contains(": the name of an argument is a str, got int\n"), "{message}");
        let message = failure(init.call((1, marker(), "y")));
        assert!(message.contains(": keyword `y` has no value\n"), "{message}");
        let message = failure(init.call((marker(), marker())));
        assert!(message.contains(": the name of an argument is a str, got Object"), "{message}");
        assert!(init.call((1, marker())).is_ok(), "no names are allowed");
    }
}

const TALLY: &str = "\n  tests.Tally(n: int, step: int = 1, fixed: int = 0)";

fn tally(values: &[Any], named: &[(&str, Any)]) -> Result<(i64, i64)> {
    construct::<Tally>(values, named).map(|tally| (tally.borrow().n, tally.borrow().fixed))
}

#[test]
fn what_a_function_cannot_take_is_named_as_the_class() {
    let refused = |values: &[Any], named: &[(&str, Any)], text: &str| {
        assert_eq!(failure(tally(values, named)), format!("TypeError: tests.Tally: {text}{TALLY}"));
    };
    refused(&[], &[], "expected 1 to 3 arguments, got 0");
    refused(&[], &[("step", any(1))], "argument `n` is missing");
    refused(&[any(1)], &[("n", any(1))], "argument `n` is passed twice");
    refused(&[any(1)], &[("label", any(1))], "unexpected keyword argument `label`");
    refused(&[any("a")], &[], "argument #0 `n`: expected int, got str");
    // The gap is not what is wrong.
    refused(&[any(1)], &[("fixed", any("a"))], "argument #2 `fixed`: expected int, got str");
    let step = [("step", any(1))];
    refused(&[1, 1, 1, 1].map(any), &step, "expected at most 3 arguments without a name, got 4");
}

#[test]
fn a_class_without_a_constructor_says_so() {
    let init: Function = attribute::<Anchor>("__ffi_init__").cast().expect("there always is one");
    let message = failure(init.call((1,)));
    assert!(
        message.starts_with("TypeError: tests.Anchor: the class has no constructor (in Rust, "),
        "{message}"
    );
}

#[test]
fn a_method_is_called_on_objects_of_its_class() {
    let total = function::<Tally>("total");
    let tally = construct::<Tally>(&[any(5)], &[]).expect("it is one");
    assert_eq!(total.call((tally.clone(), 2)).and_then(Any::cast::<i64>).ok(), Some(7));
    let refused = |result, kind: &str, text: &str| {
        let expected = format!("{kind}: tests.Tally.total: {text}\n  tests.Tally.total(more: int)");
        assert_eq!(failure(result), expected);
    };
    let call = |args: &[Any]| total.call_packed(&args.iter().map(Any::as_view).collect::<Vec<_>>());
    refused(call(&[any(1), any(2)]), "TypeError", "expected a tests.Tally to call it on, got int");
    refused(call(&[]), "TypeError", "expected a tests.Tally to call it on, got nothing");
    let receiver = any(tally.clone());
    refused(call(core::slice::from_ref(&receiver)), "TypeError", "expected 1 argument, got 0");
    refused(call(&[receiver.clone(), any("x")]), "TypeError", "argument #0 `more`: expected int, got str");
    let changed = tally.borrow_mut();
    let reason = "the object is borrowed mutably by a call that is running on this thread";
    refused(call(&[receiver, any(1)]), "RuntimeError", reason);
    drop(changed);
}
