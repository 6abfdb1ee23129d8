//! Getters and setters.

use core::ptr::null_mut;

use super::classes::{Point, Tally, tally};
use super::support::{allocated, failure, field, get, set};
use crate::any::Any;
use crate::object::Ref;

#[test]
fn a_field_of_no_object_is_refused() {
    for name in ["x", "name"] {
        let message = failure(get(field::<Point>(name), null_mut()));
        assert!(
            message
                .starts_with(&format!("TypeError: tests.Point.{name}: the object has no value, since its"))
        );
    }
    assert!(
        failure(set(field::<Tally>("n"), null_mut(), 1))
            .starts_with("TypeError: tests.Tally.n: the object has no")
    );
}

#[test]
fn a_field_of_another_object_is_refused() {
    let other = Any::new(vec![1, 2]).try_into_object().expect("a list is an object");
    let message = failure(get(field::<Point>("x"), other.as_ptr().as_ptr()));
    assert_eq!(message, "TypeError: tests.Point.x: expected tests.Point, got Array");
    let message = failure(set(field::<Tally>("n"), other.as_ptr().as_ptr(), 1));
    assert_eq!(message, "TypeError: tests.Tally.n: expected tests.Tally, got Array");
}

#[test]
fn a_field_of_an_object_that_python_allocated_is_refused() {
    let point = allocated::<Point>("python.Point");
    let tally = allocated::<Tally>("python.Tally");
    let expected = |class: &str, field: &str| {
        format!(
            "TypeError: tests.{class}.{field}: expected a tests.{class} made by its own constructor, \
             got an object of type python.{class} that Python allocated"
        )
    };
    assert_eq!(failure(get(field::<Point>("name"), point.as_ptr().as_ptr())), expected("Point", "name"));
    assert_eq!(failure(get(field::<Tally>("label"), tally.as_ptr().as_ptr())), expected("Tally", "label"));
    assert_eq!(
        failure(set(field::<Tally>("label"), tally.as_ptr().as_ptr(), "x")),
        expected("Tally", "label")
    );
}

#[test]
fn a_panic_in_a_copy_is_raised_and_leaves_the_object_free() {
    let tally = Ref::new(tally(1, "panic"));
    let handle = Ref::as_object(&tally).as_ptr().as_ptr();
    let message = failure(get(field::<Tally>("label"), handle));
    assert!(message.starts_with("RuntimeError: panicked") && message.ends_with("in a copy"), "{message}");
    assert!(set(field::<Tally>("label"), handle, "calm").is_ok());
    assert_eq!(
        get(field::<Tally>("label"), handle).and_then(Any::cast::<String>).ok().as_deref(),
        Some("calm")
    );
}
