//! Hooks.

use super::classes::{Anchor, Pixel, Point};
use super::support::{allocated, failure, hook};
use crate::any::Any;
use crate::object::Ref;

fn point(x: i64, y: i64) -> Point {
    Point { x, y, name: String::from("p"), hidden: 0.5 }
}

#[test]
fn a_hash_is_the_same_in_every_process() {
    let hash = hook::<Point>("__ffi_hash__").call((Ref::new(point(1, 2)), ())).and_then(Any::cast::<i64>);
    assert_eq!(hash.ok(), Some(-358_736_473_817_604_792));
}

#[test]
fn a_copy_of_a_child_is_whole_or_refused() {
    let copy = hook::<Point>("__ffi_shallow_copy__");
    let pixel: Ref<Point> = Ref::upcast(Ref::new(Pixel { point: point(1, 2), shade: 3 }));
    let copied = copy.call((pixel,)).and_then(Any::cast::<Ref<Pixel>>).expect("it is a pixel");
    assert_eq!((copied.shade, copied.point.x), (3, 1));
    let anchor: Ref<Point> = Ref::upcast(Ref::new(Anchor { point: point(1, 2) }));
    assert_eq!(
        failure(copy.call((anchor,))),
        "TypeError: tests.Point.__ffi_shallow_copy__: argument #0: expected exactly a tests.Point, got tests.Anchor"
    );
}

#[test]
fn hooks_ask_for_values_of_their_class() {
    let eq = hook::<Point>("__ffi_eq__");
    let own = Ref::new(point(1, 2));
    let name = "TypeError: tests.Point.__ffi_eq__";
    let child = Ref::new(Pixel { point: point(1, 2), shade: 3 });
    for (result, text) in [
        (eq.call(()), "expected 2 values, got 0"),
        (eq.call((own.clone(),)), "expected 2 values, got 1"),
        (eq.call((own.clone(), 1)), "argument #1: expected tests.Point, got int"),
        (eq.call((None::<i64>, 1)), "argument #0: expected tests.Point, got None"),
        (eq.call((child, own.clone())), "argument #0: expected exactly a tests.Point, got tests.Pixel"),
    ] {
        assert_eq!(failure(result), format!("{name}: {text}"));
    }
    let message = failure(eq.call((own, allocated::<Point>("python.Place"))));
    assert!(message.ends_with("got an object of type python.Place that Python allocated"), "{message}");
    assert_eq!(
        failure(hook::<Point>("__ffi_hash__").call(())),
        "TypeError: tests.Point.__ffi_hash__: expected 1 value, got 0"
    );
}

#[test]
fn a_panic_in_a_hook_is_raised() {
    let (a, b) = (Ref::new(point(13, 2)), Ref::new(point(1, 2)));
    let message = failure(hook::<Point>("__ffi_eq__").call((a.clone(), b.clone(), ())));
    assert!(message.starts_with("RuntimeError: panicked") && message.ends_with("unlucky"), "{message}");
    assert!(hook::<Point>("__ffi_eq__").call((b, a, ())).is_ok());
}
