//! Objects that are printed and compared through references.

use crate::object::Ref;
use tvm_ffi_macros::object;

#[object("tests.NestedLink", crate = "crate")]
#[derive(Debug, PartialEq, PartialOrd, Hash)]
struct Link {
    next: Option<Ref<Link>>,
}

fn chain(length: usize) -> Ref<Link> {
    (1..length).fold(Ref::new(Link { next: None }), |next, _| Ref::new(Link { next: Some(next) }))
}

#[object("tests.Ring", mutable, crate = "crate")]
#[derive(Debug)]
struct Ring {
    name: &'static str,
    next: Option<Ref<Ring>>,
}

#[test]
fn short_chains_are_followed_to_the_end() {
    let length = if cfg!(miri) { 10 } else { 300 };
    let (a, b) = (chain(length), chain(length));
    assert!(a == b && a != chain(length + 1) && a < chain(length + 1));
    assert_eq!(format!("{a:?}").matches("Link").count(), length);
}

/// Under Miri it would take long, and there is no such limit.
#[test]
#[cfg(not(miri))]
fn chains_that_do_not_fit_the_stack_panic_or_are_cut_off() {
    for stack in [256 << 10, 1 << 20] {
        let thread = std::thread::Builder::new().stack_size(stack).spawn(too_long_chains);
        thread.expect("a thread starts").join().expect("the thread ends well");
    }
}

#[cfg(not(miri))]
fn too_long_chains() {
    let (a, b) = (chain(200_000), chain(200_000));
    type Look = fn(&Ref<Link>, &Ref<Link>) -> bool;
    let hash: Look = |a, _| {
        std::hash::Hash::hash(a, &mut std::hash::DefaultHasher::new());
        true
    };
    for look in [(|a, b| a == b) as Look, |a, b| a < b, hash] {
        let panic = std::panic::catch_unwind(|| look(&a, &b)).expect_err("it panics");
        let text = panic.downcast_ref::<&str>().expect("a text");
        assert_eq!(*text, "a chain of objects that refer to each other is too long to be followed");
    }
    let text = format!("{a:?}");
    assert!(text.contains("tests.NestedLink(...)") && text.matches("Link").count() < 200_000);
    // It left nothing behind.
    assert!(chain(30) == chain(30));
}

#[test]
fn a_cycle_is_printed_once() {
    let first = Ref::new(Ring { name: "first", next: None });
    let second = Ref::new(Ring { name: "second", next: Some(first.clone()) });
    first.borrow_mut().next = Some(second.clone());
    let expected =
        r#"Ring { name: "first", next: Some(Ring { name: "second", next: Some(tests.Ring(...)) }) }"#;
    assert_eq!(format!("{first:?}"), expected);
    // The same object twice, side by side, is not a cycle.
    assert!(!format!("{:?}", [&first, &first]).starts_with("[tests.Ring(...)"));
    assert_eq!(format!("{:?}", [&first, &first]), format!("[{expected}, {expected}]"));
    first.borrow_mut().next = None;
}
