//! Constructors, with keywords.

use super::classes::{Anchor, Pixel, Point, Tally};
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
fn fields_take_values_in_their_order_or_by_name() {
    let none = || String::from("none");
    assert_eq!(point(&[any(1)], &[]).ok(), Some((1, 7, none())));
    assert_eq!(point(&[any(1), any(2)], &[]).ok(), Some((1, 2, none())));
    assert_eq!(point(&[], &[("x", any(1))]).ok(), Some((1, 7, none())));
    assert_eq!(point(&[], &[("y", any(2)), ("x", any(1))]).ok(), Some((1, 2, none())));
    assert_eq!(point(&[any(1)], &[("name", any("n"))]).ok(), Some((1, 7, String::from("n"))));
}

#[test]
fn required_fields_come_before_others_and_those_of_the_parent_before_ones_own() {
    let pixel = construct::<Pixel>(&[any(1), any(2), any(3)], &[]).expect("all have a value");
    assert_eq!((pixel.point.x, pixel.shade, pixel.point.y), (1, 2, 3));
    let pixel =
        construct::<Pixel>(&[any(1)], &[("shade", any(5)), ("name", any("n"))]).expect("all have a value");
    assert_eq!((pixel.point.x, pixel.shade, pixel.point.name.as_str()), (1, 5, "n"));
    assert_eq!(
        failure(construct::<Pixel>(&[any(1)], &[])),
        "TypeError: tests.Pixel: argument `shade` is missing\n  \
         tests.Pixel(x: int, shade: int, y: int = 7, *, name: str = \"none\")"
    );
}

#[test]
fn what_a_constructor_from_fields_cannot_take_is_named() {
    let message = |values: &[Any], named: &[(&str, Any)]| failure(point(values, named));
    assert_eq!(message(&[], &[]), format!("TypeError: tests.Point: argument `x` is missing{POINT}"));
    assert_eq!(
        message(&[], &[("y", any(1))]),
        format!("TypeError: tests.Point: argument `x` is missing{POINT}")
    );
    assert_eq!(
        message(&[any(1), any(2), any("n")], &[]),
        format!("TypeError: tests.Point: expected at most 2 arguments without a name, got 3{POINT}")
    );
    assert_eq!(
        message(&[any(1), any(2), any(3)], &[("name", any("n"))]),
        format!("TypeError: tests.Point: expected at most 2 arguments without a name, got 3{POINT}")
    );
    assert_eq!(
        message(&[any(1)], &[("z", any(2))]),
        format!("TypeError: tests.Point: unexpected keyword argument `z`{POINT}")
    );
    assert_eq!(
        message(&[any(1)], &[("x", any(2))]),
        format!("TypeError: tests.Point: argument `x` is passed twice{POINT}")
    );
    assert_eq!(
        message(&[], &[("x", any(1)), ("x", any(1))]),
        format!("TypeError: tests.Point: argument `x` is passed twice{POINT}")
    );
    assert_eq!(
        message(&[any("a")], &[]),
        format!("TypeError: tests.Point: argument `x`: expected int, got str{POINT}")
    );
}

#[test]
fn names_that_are_none_are_refused() {
    for class in ["fields", "function"] {
        let init = if class == "fields" {
            function::<Point>("__ffi_init__")
        } else {
            function::<Tally>("__ffi_init__")
        };
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
fn a_function_takes_values_in_their_order_or_by_name() {
    assert_eq!(tally(&[any(5)], &[]).ok(), Some((5, 0)));
    assert_eq!(tally(&[any(5), any(2), any(9)], &[]).ok(), Some((10, 9)));
    assert_eq!(tally(&[], &[("n", any(5))]).ok(), Some((5, 0)));
    // A gap is left where the default stands.
    assert_eq!(tally(&[any(5)], &[("fixed", any(9))]).ok(), Some((5, 9)));
    assert_eq!(tally(&[], &[("fixed", any(9)), ("step", any(3)), ("n", any(2))]).ok(), Some((6, 9)));
}

#[test]
fn what_a_function_cannot_take_is_named_as_the_class() {
    let message = |values: &[Any], named: &[(&str, Any)]| failure(tally(values, named));
    assert_eq!(message(&[], &[]), format!("TypeError: tests.Tally: expected 1 to 3 arguments, got 0{TALLY}"));
    assert_eq!(
        message(&[], &[("step", any(1))]),
        format!("TypeError: tests.Tally: argument `n` is missing{TALLY}")
    );
    assert_eq!(
        message(&[any(1)], &[("n", any(1))]),
        format!("TypeError: tests.Tally: argument `n` is passed twice{TALLY}")
    );
    assert_eq!(
        message(&[any(1)], &[("label", any(1))]),
        format!("TypeError: tests.Tally: unexpected keyword argument `label`{TALLY}")
    );
    assert_eq!(
        message(&[any("a")], &[]),
        format!("TypeError: tests.Tally: argument #0 `n`: expected int, got str{TALLY}")
    );
    // The gap is not what is wrong.
    assert_eq!(
        message(&[any(1)], &[("fixed", any("a"))]),
        format!("TypeError: tests.Tally: argument #2 `fixed`: expected int, got str{TALLY}")
    );
    assert_eq!(
        message(&[any(1), any(1), any(1), any(1)], &[("step", any(1))]),
        format!("TypeError: tests.Tally: expected at most 3 arguments without a name, got 4{TALLY}")
    );
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
    let signature = "\n  tests.Tally.total(more: int)";
    assert_eq!(
        failure(total.call((1, 2))),
        format!("TypeError: tests.Tally.total: expected a tests.Tally to call it on, got int{signature}")
    );
    assert_eq!(
        failure(total.call(())),
        format!("TypeError: tests.Tally.total: expected a tests.Tally to call it on, got nothing{signature}")
    );
    assert_eq!(
        failure(total.call((tally.clone(),))),
        format!("TypeError: tests.Tally.total: expected 1 argument, got 0{signature}")
    );
    assert_eq!(
        failure(total.call((tally.clone(), "x"))),
        format!("TypeError: tests.Tally.total: argument #0 `more`: expected int, got str{signature}")
    );
    let changed = tally.borrow_mut();
    assert_eq!(
        failure(total.call((tally.clone(), 1))),
        format!(
            "RuntimeError: tests.Tally.total: the object is borrowed mutably by a call that is running on this thread{signature}"
        )
    );
    drop(changed);
}
