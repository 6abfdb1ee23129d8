//! Getters and setters.

use core::cell::Cell;
use core::ptr::null_mut;
use std::rc::Rc;

use super::classes::{Pixel, Point, Tally, tally, watch_drops};
use super::support::{allocated, failure, field, get, set};
use crate::any::Any;
use crate::object::Ref;
use crate::object_ref::ObjectRef;

fn point() -> Ref<Point> {
    Ref::new(Point { x: 1, y: 2, name: String::from("a name that is long"), hidden: 0.0 })
}

fn object(point: &Ref<Point>) -> *mut crate::abi::TVMFFIObject {
    Ref::as_object(point).as_ptr().as_ptr()
}

#[test]
fn fields_of_a_parent_are_read_of_its_children() {
    let pixel = Pixel { point: Point { x: 4, y: 5, name: String::new(), hidden: 0.0 }, shade: 6 };
    let pixel: Ref<Point> = Ref::upcast(Ref::new(pixel));
    assert_eq!(get(field::<Point>("y"), object(&pixel)).and_then(Any::cast::<i64>).ok(), Some(5));
    assert_eq!(get(field::<Pixel>("shade"), object(&pixel)).and_then(Any::cast::<i64>).ok(), Some(6));
    assert_eq!(
        failure(get(field::<Pixel>("shade"), object(&point()))),
        "TypeError: tests.Pixel.shade: expected tests.Pixel, got tests.Point"
    );
}

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
fn a_field_that_is_not_settable_is_read_only() {
    let point = point();
    for result in [
        set(field::<Point>("x"), object(&point), 9),
        // Even where there is nothing to set.
        set(field::<Point>("x"), null_mut(), 9),
    ] {
        assert!(failure(result).starts_with("AttributeError: tests.Point.x is read-only (in Rust, "));
    }
    assert_eq!(point.x, 1);
    let tally = Ref::new(tally(1, ""));
    let handle = Ref::as_object(&tally).as_ptr().as_ptr();
    assert!(
        failure(set(field::<Tally>("fixed"), handle, 9))
            .starts_with("AttributeError: tests.Tally.fixed is read-only")
    );
}

#[test]
fn a_field_of_an_object_in_use_is_refused() {
    let tally = Ref::new(tally(1, "label"));
    let handle = Ref::as_object(&tally).as_ptr().as_ptr();
    let all = [field::<Tally>("n"), field::<Tally>("label")];
    let changed = tally.borrow_mut();
    for field in all {
        let message = failure(get(field, handle));
        assert!(
            message.ends_with(": the object is borrowed mutably by a call that is running on this thread"),
            "{message}"
        );
        assert!(message.starts_with("RuntimeError: tests.Tally."), "{message}");
        assert!(
            failure(set(field, handle, "2")).starts_with("TypeError: tests.Tally.n: ") || field.offset > 24
        );
    }
    drop(changed);
    let read = tally.borrow();
    assert!(get(all[0], handle).is_ok() && get(all[1], handle).is_ok());
    let message = failure(set(all[0], handle, 2));
    assert_eq!(
        message,
        "RuntimeError: tests.Tally.n: the object is borrowed by a call that is running on this thread"
    );
    drop(read);
    assert!(set(all[0], handle, 2).is_ok());
}

#[test]
fn an_old_value_is_dropped_when_the_object_is_free_again() {
    let tally = Ref::new(tally(1, "old"));
    let object: ObjectRef = tally.clone().into();
    let seen = Rc::new(Cell::new(0));
    let _watch = watch_drops({
        let (tally, seen) = (tally.clone(), Rc::clone(&seen));
        move |label| {
            if label == "old" {
                tally.borrow_mut().n += 1;
                seen.set(seen.get() + 1);
            }
        }
    });
    assert!(set(field::<Tally>("label"), object.as_ptr().as_ptr(), "new").is_ok());
    assert_eq!((seen.get(), tally.borrow().n), (1, 2));
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
